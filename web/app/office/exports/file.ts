import { Readable } from 'node:stream';
import { isDomainError } from '@claimdesk/api/domain-error';
import { redirect } from 'react-router';
import { confirmPath } from '#web/app/office/back-office.ts';
import { actForStaff, forStaff, requireFor } from '#web/app/office/staff-request.server.ts';
import type { Route } from './+types/file';
import { type ExportChoice, fileNameOf, type Kinds, pagePath, readChoice } from './choice.ts';
import { isProblem, type ProblemName } from './problems.ts';

/** Only a POST makes a file; a GET, as after signing in, redirects to the page with the form. */
export function loader() {
  return redirect(pagePath);
}

/** Streams the file, or redirects back to the page with the choices and why there is no file. */
export async function action(page: Route.ActionArgs) {
  const kinds = await forStaff(page, async (site) => {
    await requireFor(site, 'exports.make').catch(unlessConfirmation);
    return site.api.exports.kinds();
  });
  return actForStaff(
    page,
    async ({ api }, posted) => {
      const choice = readChoice(posted, kinds);
      return fileAnswer(await api.exports.make(choice), choice, kinds);
    },
    (error, posted) => {
      const query = new URLSearchParams({ ...readChoice(posted, kinds) });
      if (isDomainError(error) && error.reason === 'confirm')
        return redirect(confirmPath(`${pagePath}?${query}`), 303);
      query.set('problem', problemNameOf(error));
      return redirect(`${pagePath}?${query}`, 303);
    },
  );
}

/** Staff who have to confirm who they are are redirected there with their choices kept; others are refused at once. */
function unlessConfirmation(error: unknown): void {
  if (!isDomainError(error) || error.reason !== 'confirm') throw error;
}

/** @returns a download that is streamed as it is generated. */
function fileAnswer(pieces: AsyncIterable<string>, choice: ExportChoice, kinds: Kinds): Response {
  const type = choice.format === 'csv' ? 'text/csv' : 'application/json';
  return new Response(Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileNameOf(choice, kinds)}"`,
      'cache-control': 'no-store',
    },
  });
}

/** @returns the name of the problem that a procedure's error stands for. */
function problemNameOf(error: unknown): ProblemName {
  if (!isDomainError(error)) return 'unexpected';
  if (error.code === 'too-many') return 'too-many';
  if (error.code === 'forbidden') return 'old-page';
  const [field = null] = Object.keys(error.fields);
  const name = error.reason ?? field;
  return isProblem(name) ? name : 'unexpected';
}
