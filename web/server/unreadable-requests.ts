import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { baseHeaders } from './security-headers.ts';

const statusOf: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Answers requests that Node's parser could not read at all, so that no Fastify hook ever sees them.
 *
 * @returns a handler for the server's `clientError` event.
 */
export function answerUnreadable(
  publicUrl: string,
): (error: Error & { code?: string }, socket: Socket) => void {
  const headers = Object.entries({ ...baseHeaders(publicUrl), 'content-type': 'text/plain; charset=utf-8' });
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statusOf[error.code ?? ''] ?? 400;
    const body = 'This request could not be read.\n';
    const lines = [...headers, ['content-length', String(body.length)], ['connection', 'close']];
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  };
}
