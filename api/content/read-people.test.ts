import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../tests/setup/deps.ts';
import { eventually } from '../../tests/setup/eventually.ts';
import { readPage } from './read-pages.ts';
import { readPeople } from './read-people.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

it('who works here changes at once, in the list and on a page, notified only by the database', async () => {
  const { payload } = deps;
  const published = { _status: 'published' } as const;
  const person = { name: 'Ben Known', role: 'Hearings', order: 1, ...published };
  const { id } = await payload.create({ collection: 'people', data: person });
  const blocks = [{ blockType: 'people' as const, heading: 'Who works here' }];
  const page = { slug: 'our-people', title: 'People', navLabel: 'People', lead: 'All of us.', blocks };
  await payload.create({ collection: 'pages', data: { ...page, ...published } });
  deps.content.forget();
  const onPage = async () => {
    const [block] = (await readPage('our-people', deps))?.blocks ?? [];
    return block?.kind === 'people' ? block.people.map(({ name }) => name) : [];
  };
  const listed = async () => (await readPeople(deps)).map(({ name }) => name);
  expect([await listed(), await onPage()]).toEqual([['Ben Known'], ['Ben Known']]);
  await payload.update({ collection: 'people', id, data: { name: 'Bea Known', ...published } });
  await eventually(async () => {
    expect([await listed(), await onPage()]).toEqual([['Bea Known'], ['Bea Known']]);
  });
});
