import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';

export type Verdict = 'clean' | 'infected';

/** clamd reads what it is sent immediately, so a long silence means that it hangs. */
const silentForMs = 60_000;

/**
 * Scans a file with the INSTREAM command of clamd (man 8 clamd): pieces, each preceded by its length in four bytes, and a length
 * of zero at the end.
 *
 * @param clamd `host:port`, or the path of its Unix socket.
 * @throws Error when it can't be reached or gives no verdict, for example on a file above its StreamMaxLength.
 */
export async function scan(clamd: string, content: AsyncIterable<Uint8Array>): Promise<Verdict> {
  const answer = await ask(clamd, 'INSTREAM', async (socket) => {
    for await (const piece of content) {
      await write(socket, lengthOf(piece.length));
      await write(socket, piece);
    }
    await write(socket, lengthOf(0));
  });
  if (answer === 'stream: OK') return 'clean';
  if (/^stream: .* FOUND$/.test(answer)) return 'infected';
  throw new Error(`clamd did not scan the file: ${answer}`);
}

/** @throws Error when clamd can't be reached or is not ready. */
export async function ping(clamd: string): Promise<void> {
  const answer = await ask(clamd, 'PING');
  if (answer !== 'PONG') throw new Error(`clamd is not ready: ${answer}`);
}

async function ask(
  clamd: string,
  command: string,
  send: (socket: Socket) => Promise<void> = async () => {},
): Promise<string> {
  const socket = connect(connectOptions(clamd));
  socket.setTimeout(silentForMs, () => socket.destroy(new Error('clamd does not answer.')));
  const answered = readAll(socket);
  // Awaited below; this avoids an unhandled rejection if it fails earlier.
  answered.catch(() => {});
  try {
    await once(socket, 'connect');
    await write(socket, Buffer.from(`z${command}\0`));
    // clamd may also answer early and close, without reading a file that is too large to its end.
    await Promise.race([send(socket), answered]);
    return (await answered).replace(/\0$/, '');
  } finally {
    socket.destroy();
  }
}

function connectOptions(clamd: string): NetConnectOpts {
  if (clamd.startsWith('/')) return { path: clamd };
  const at = clamd.lastIndexOf(':');
  return { host: clamd.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(clamd.slice(at + 1)) };
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Resolves once the socket can take more, so that a large file is not buffered in memory. */
function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function readAll(socket: Socket): Promise<string> {
  let answer = '';
  for await (const bytes of socket) answer += bytes;
  return answer;
}
