/** @module-tag thorough */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../api/platform/deps.ts';
import { openDeps } from '../setup/deps.ts';
import { type PublishedArticle, readPage, servePublishedArticle, until } from '../setup/site-processes.ts';

const processes = 2;

let deps: Deps;
let article: PublishedArticle;
beforeAll(async () => {
  deps = await openDeps();
  article = await servePublishedArticle(deps.payload, processes);
}, 240_000);
afterAll(async () => {
  await article.stop();
  await deps.payload.delete({ collection: 'articles', where: {} });
  await deps.close();
});

describe('what an editor publishes', () => {
  it(`replaces the cached public page of ${processes} site processes, each time`, async () => {
    for (const title of ['A first version', 'A second version', 'A third version']) {
      for (const page of article.pages) expect(await readPage(page)).not.toContain(title);
      await deps.payload.update({
        collection: 'articles',
        id: article.id,
        data: { title, _status: 'published' },
      });
      for (const page of article.pages) await until(async () => (await readPage(page)).includes(title));
    }
  });

  it('is gone from every process as soon as it is unpublished', async () => {
    await deps.payload.update({ collection: 'articles', id: article.id, data: { _status: 'draft' } });
    for (const page of article.pages) await until(async () => (await fetch(page)).status === 404);
  });
});
