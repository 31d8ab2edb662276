import { type DownloadName, downloadNames } from '@claimdesk/api/download-names';
import { redirect } from 'react-router';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { downloadsPath } from '#web/app/portal/portal.ts';
import { sendFile } from '#web/app/ui/files/send-file.server.ts';
import { isRefused } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/file';

/** One of the client's documents as a download. If it does not exist, the page with the list says why. */
export function loader(page: Route.LoaderArgs) {
  const name = page.params.document;
  // After logging in, go to the list: a download would leave the login page open.
  const url = new URL(downloadsPath, page.url);
  return forClient({ ...page, url }, async ({ api }) => {
    if (!isDownload(name)) {
      await api.clients.me();
      throw redirect(downloadsPath);
    }
    try {
      return sendFile(await api.downloads.documentFile({ name }));
    } catch (error) {
      if (isRefused(error, 'forbidden', 'not-found')) throw redirect(downloadsPath);
      if (isRefused(error, 'too-many', 'unavailable')) throw redirect(`${downloadsPath}?wait`);
      throw error;
    }
  });
}

function isDownload(name: string): name is DownloadName {
  return (downloadNames as readonly string[]).includes(name);
}
