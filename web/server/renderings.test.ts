import { expect, it } from 'vitest';
import { makeRenderings } from './renderings.ts';

const htmlFor = ([nonce, token, challenge]: readonly string[]) =>
  `<script nonce="${nonce}"></script><p data-props="{token:${token},challenge:${challenge}}"><input value="${token}">`;

it('a page whose values are not all found in its HTML is rendered for each visitor', async () => {
  const renderOnce = makeRenderings();
  for (const values of [
    ['n1', 'token-one', ''],
    ['n2', 'token-two', ''],
  ])
    expect(await renderOnce('form', values, async () => 'n1 only')).toBe('n1 only');
  let renders = 0;
  for (const token of ['token-one', 'token-two']) {
    const html = await renderOnce(
      'form',
      ['n', token, ''],
      async () => `n and another form of it ${++renders}`,
    );
    expect(html).toBe(`n and another form of it ${renders}`);
  }
  expect(renders).toBe(2);
});

it('each visitor gets the values of nobody else, at each place', async () => {
  const renderOnce = makeRenderings();
  let renders = 0;
  const visitors = Array.from({ length: 20 }, (_, at) => [
    `nonce-${at}-`,
    `token-${at}-`,
    `challenge-${at}-`,
  ]);
  for (const values of visitors) {
    const html = await renderOnce('form', values, async () => {
      renders += 1;
      return htmlFor(values);
    });
    expect(html).toBe(htmlFor(values));
  }
  expect(renders).toBe(1);
});

it('other data and another set of values are another page', async () => {
  const renderOnce = makeRenderings();
  const read = (data: unknown, values: string[]) => renderOnce(data, values, async () => htmlFor(values));
  await read({ step: 1 }, ['n1', 't1', 'c1']);
  expect(await read({ step: 1 }, ['n2', 't2', ''])).toBe(htmlFor(['n2', 't2', '']));
  expect(await read({ step: 1 }, ['n3', 't3', 'c3'])).toBe(htmlFor(['n3', 't3', 'c3']));
  let rendered = false;
  await renderOnce({ step: 2 }, ['n4', 't4', 'c4'], async () => {
    rendered = true;
    return htmlFor(['n4', 't4', 'c4']);
  });
  expect(rendered).toBe(true);
});

it('no more than a hundred pages are kept, however many there are', async () => {
  const renderOnce = makeRenderings();
  const rendered: number[] = [];
  const read = (step: number) =>
    renderOnce({ step }, ['n', 't', ''], async () => {
      rendered.push(step);
      return 'n t';
    });
  for (let step = 0; step < 1_000; step += 1) await read(step);
  await read(999);
  await read(900);
  expect(rendered).toHaveLength(1_000);
  await read(899);
  expect(rendered).toHaveLength(1_001);
});
