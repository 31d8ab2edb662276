import { pdfAnswer } from '../../contract/pdf-answer.ts';
import { forStaff } from '../for-staff.server.ts';
import type { Route } from './+types/pdf';

/** The signed contract as a file, for staff: the procedure itself refuses whoever is not signed in. */
export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => pdfAnswer(await api.contracts.file({ id: page.params.id })));
}
