import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** How small it gets, at the cost of time: what is kept for long is worth the most. */
export type Effort = 'most' | 'some';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const levels = { most: { br: 9, gzip: 9 }, some: { br: 4, gzip: 6 } } as const;

/** Compresses beside the event loop, where a whole page would hold up everybody else for milliseconds. */
export function compress(html: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  const level = levels[effort];
  if (encoding === 'gzip') return deflate(html, { level: level.gzip });
  if (encoding === 'identity') return Promise.resolve(html);
  return brotli(html, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: level.br,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  });
}

export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? '');
  if (/\bbr\b(?!;\s*q=0(\.0*)?\b)/.test(text)) return 'br';
  return acceptsGzip(accepted) ? 'gzip' : 'identity';
}

export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return /\bgzip\b(?!;\s*q=0(\.0*)?\b)/.test(String(accepted ?? ''));
}
