import { redirect } from 'react-router';
import { siteContext } from '../../context.ts';
import { statusOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/own-pdf';
import { noDownloadPath } from './addresses.ts';
import { pdfAnswer } from './pdf-answer.ts';

/** The signer's own contract, in the browser that signed it. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return pdfAnswer(await context.get(siteContext).api.intake.copyFile({ form: 'contract' }));
  } catch (error) {
    if (statusOf(error) === 404) throw redirect(noDownloadPath);
    throw error;
  }
}
