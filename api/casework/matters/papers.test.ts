import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  addStaff,
  confirmAccount,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';

let deps: Deps;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffSession(await addStaff(deps, 'reviewer'), deps);
  await empty(deps, 'matters', 'duties', 'events', 'signed_contracts', 'clients');
});
afterAll(() => deps.close());

async function* arriving(text: string) {
  yield Buffer.from(text);
}

it('a matter lists the papers of its account, newest first, and none where no account is known', async () => {
  await signContract(deps);
  const id = String((await deps.portal.collection('matters').findOne())?._id);
  const papers = async () => (await robin.call.matters.detail({ id })).papers;
  expect(await papers()).toBeNull();
  const client = await addClient(deps, { dateOfBirth: contractAnswers.date_of_birth });
  await confirmAccount(client, robin, deps);
  expect(await papers()).toEqual([]);
  for (const title of ['Denial letter', 'Notice of hearing']) {
    const file = arriving('%PDF-1.7\nCanary\n%%EOF\n');
    await robin.call.clients.addDocument({ id: client, title, type: 'social-security-letter', file });
  }
  expect((await papers())?.map(({ title, who }) => [title, who])).toEqual([
    ['Notice of hearing', 'Robin'],
    ['Denial letter', 'Robin'],
  ]);
});
