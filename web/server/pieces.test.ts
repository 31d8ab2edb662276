import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { cutOut, fillIn, fillInGzip, type Pieces } from './pieces.ts';

const htmlFor = ([nonce, token]: readonly string[]) =>
  `<script nonce="${nonce}"></script><p data-props="{token:${token}}">Größe</p>${'<b>again</b>'.repeat(9_000)}<input value="${token}">`;
const first = ['nonce-of-first', 'token-of-first'];

async function cut(html: string, values: readonly string[] = first): Promise<Pieces> {
  const pieces = await cutOut(html, values);
  if (!pieces) throw new Error('A value was not found.');
  return pieces;
}

it('a page in which a value is not found, or is empty, is not taken apart', async () => {
  expect(await cutOut('nonce-of-first only', first)).toBeUndefined();
  expect(await cutOut('nonce-of-first and nothing', ['nonce-of-first', ''])).toBeUndefined();
});

it('each visitor gets the values of nobody else, at each place', async () => {
  const pieces = await cut(htmlFor(first));
  for (let at = 0; at < 20; at += 1) {
    const values = [`nonce-${at}-`, `token-${at}-${'x'.repeat(at)}`];
    expect(fillIn(pieces, values).toString()).toBe(htmlFor(values));
    // Reading it checks its sum and its length.
    expect(gunzipSync(fillInGzip(pieces, values)).toString()).toBe(htmlFor(values));
  }
});

it('what is kept holds nothing of whom it was made for', async () => {
  const kept = JSON.stringify(
    (await cut(htmlFor(first))).map((piece) =>
      typeof piece === 'number' ? piece : [piece.html.toString(), piece.deflated.toString('latin1')],
    ),
  );
  for (const value of first) expect(kept).not.toContain(value);
});

it('compressed, it is about as small as the whole page compressed', async () => {
  expect(fillInGzip(await cut(htmlFor(first)), first).length).toBeLessThan(1_000);
});

it('values may stand at the very beginning, at the end and side by side', async () => {
  const pieces = await cut('ab and ab', ['a', 'b']);
  expect(gunzipSync(fillInGzip(pieces, ['1', '2'])).toString()).toBe('12 1nd 12');
});
