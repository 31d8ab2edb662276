import { forStaff } from '#web/app/office/staff-request.server.ts';
import { sendFile } from '#web/app/ui/files/send-file.server.ts';
import type { Route } from './+types/document-file';

/** A client's document as a download, for staff. It is streamed as it is decrypted. */
export function loader(page: Route.LoaderArgs) {
  const { id, document } = page.params;
  return forStaff(page, async ({ api }) => {
    return sendFile(await api.clients.documentFile({ id, document }));
  });
}
