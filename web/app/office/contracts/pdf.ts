import { forStaff } from '#web/app/office/staff-request.server.ts';
import { pdfDownload } from '#web/app/ui/files/documents.ts';
import type { Route } from './+types/pdf';

/** The signed contract as a file, for staff. The procedure itself refuses callers who are not signed in. */
export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => pdfDownload(await api.contracts.file({ id: page.params.id })));
}
