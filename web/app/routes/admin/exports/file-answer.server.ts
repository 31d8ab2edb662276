import { Readable } from 'node:stream';
import { fileNameOf, type Wanted } from './wanted.ts';

/** @returns an answer that the browser saves as a file, sent as its pieces are made. */
export function fileAnswer(pieces: AsyncIterable<string>, wanted: Wanted): Response {
  const type = wanted.format === 'csv' ? 'text/csv' : 'application/json';
  return new Response(Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileNameOf(wanted)}"`,
      'cache-control': 'no-store',
    },
  });
}
