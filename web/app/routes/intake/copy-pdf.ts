import { redirect } from 'react-router';
import { siteContext } from '../../context.ts';
import { statusOf } from '../../procedure-errors.server.ts';
import { pdfAnswer } from '../contract/pdf-answer.ts';
import type { Route } from './+types/copy-pdf';
import { noCopyPath } from './addresses.ts';
import { formAt } from './intake-forms.ts';

/** What somebody sent as a file, in the browser that sent it. Everybody else is told why there is none. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const form = formAt(url.pathname);
  try {
    return pdfAnswer(await context.get(siteContext).api.intake.copyFile({ form: form.name }));
  } catch (error) {
    const status = statusOf(error);
    if (status === 404) throw redirect(noCopyPath(form, { wait: false }));
    if (status === 429 || status === 503) throw redirect(noCopyPath(form, { wait: true }));
    throw error;
  }
}
