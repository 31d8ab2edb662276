import { forStaff } from '#web/app/office/staff-request.server.ts';
import { pdfDownload } from '#web/app/ui/files/documents.ts';
import type { Route } from './+types/pdf';

/** A file of the signed contract, for staff. The procedure itself refuses callers who are not signed in. */
export function loader(page: Route.LoaderArgs) {
  const asked = { id: page.params.id, first: page.url.searchParams.has('first') };
  return forStaff(page, async ({ api }) => pdfDownload(await api.contracts.file(asked)));
}
