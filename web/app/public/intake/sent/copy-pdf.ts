import { redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { noCopyPath } from '#web/app/public/intake/addresses.ts';
import { formAt } from '#web/app/public/intake/intake-forms.ts';
import { pdfDownload } from '#web/app/ui/files/documents.ts';
import { isRefused } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/copy-pdf';

/** The sender's copy as a PDF, in the browser that sent the form. Other browsers get a page that says why there is none. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const form = formAt(url.pathname);
  try {
    return pdfDownload(await context.get(siteContext).api.intake.copyFile({ form: form.name }));
  } catch (error) {
    if (isRefused(error, 'not-found')) throw redirect(noCopyPath(form, { wait: false }));
    if (isRefused(error, 'too-many', 'unavailable')) throw redirect(noCopyPath(form, { wait: true }));
    throw error;
  }
}
