import { redirect } from 'react-router';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { uploadsPath } from '#web/app/portal/portal.ts';
import { sendFile } from '#web/app/ui/files/send-file.server.ts';
import { isRefused } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/file';

/** Downloads a document that the client sent. If it does not exist, redirects to the list. */
export function loader(page: Route.LoaderArgs) {
  const { document } = page.params;
  // After logging in, go to the list: a download would leave the login page open.
  const url = new URL(uploadsPath, page.url);
  return forClient({ ...page, url }, async ({ api }) => {
    try {
      return sendFile(await api.uploads.documentFile({ document }));
    } catch (error) {
      if (isRefused(error, 'bad-input', 'forbidden', 'not-found')) throw redirect(uploadsPath);
      if (isRefused(error, 'too-many', 'unavailable')) throw redirect(`${uploadsPath}?wait`);
      throw error;
    }
  });
}
