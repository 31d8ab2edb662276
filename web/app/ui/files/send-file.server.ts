import { Readable } from 'node:stream';

/** Should a browser ever open the file as a page: no script runs in it, and it belongs to no site. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

interface SentFile {
  /** Without personal data and quotation marks. */
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/** @returns a download of a private file, streamed as it is read. */
export function sendFile({ fileName, contentType, size, content }: SentFile): Response {
  return new Response(Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream, {
    headers: {
      'content-type': contentType,
      'content-length': String(size),
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-security-policy': filePolicy,
      'cache-control': 'no-store',
    },
  });
}
