import { Readable } from 'node:stream';
import { forStaff } from '#web/app/routes/admin/staff-request.server.ts';
import type { Route } from './+types/document-file';

/** Should a browser ever open the file as a page: no script runs in it, and it belongs to no site. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** A client's document as a download, for staff. It leaves as it is decrypted. */
export function loader(page: Route.LoaderArgs) {
  const { id, document } = page.params;
  return forStaff(page, async ({ api }) => {
    const { fileName, contentType, size, content } = await api.clients.documentFile({ id, document });
    return new Response(Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream, {
      headers: {
        'content-type': contentType,
        'content-length': String(size),
        'content-disposition': `attachment; filename="${fileName}"`,
        'content-security-policy': filePolicy,
        'cache-control': 'no-store',
      },
    });
  });
}
