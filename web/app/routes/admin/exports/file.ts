import { redirect } from 'react-router';
import { isSignedOut } from '../../../session/for-signed-in.server.ts';
import { forStaff } from '../for-staff.server.ts';
import { refusalOf } from '../refusal.server.ts';
import type { Route } from './+types/file';
import { fileAnswer } from './file-answer.server.ts';
import { problemNameOf } from './problems.ts';
import { readWanted } from './wanted.ts';

const pagePath = '/admin/exports';

/** A file is made by a POST only; whoever comes here by address, or back from signing in, chooses first. */
export function loader() {
  return redirect(pagePath);
}

/** Answers with the file, piece by piece, or goes back to the page with what was chosen and why there is none. */
export function action(page: Route.ActionArgs) {
  return forStaff(page, async ({ api }) => {
    const form = await page.request.formData();
    const wanted = readWanted(form);
    try {
      const pieces = await api.exports.make({ ...wanted, password: String(form.get('password') ?? '') });
      return fileAnswer(pieces, wanted);
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const { status, text } = refusalOf(error, 'An unexpected error occurred');
      const query = new URLSearchParams({ ...wanted, problem: problemNameOf(status, text) });
      return redirect(`${pagePath}?${query}`, 303);
    }
  });
}
