import { setTimeout as wait } from 'node:timers/promises';
import { trusted } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { draftsCollection } from './draft.model.ts';
import { closeDraft, deleteDraft, writeDraft } from './drafts.ts';
import { sendLocked } from './submission-lock.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(async () => {
  await empty(deps, 'drafts');
  await deps.close();
});

const form = 'case-evaluation' as const;

async function begin() {
  const secret = makeSecret();
  await writeDraft(secret, form, { zip_code: '07102' }, deps);
  let sendings = 0;
  return {
    secret,
    sendings: () => sendings,
    /** Stores after a moment, unless it is refused. */
    async send(refused = false) {
      return sendLocked({ secret, form }, deps, async () => {
        sendings += 1;
        await wait(20);
        if (refused) throw new DomainError('too-many', 'Please wait.');
        const reference = 'K7QH-M9XC';
        await inTransaction(deps.portal, (session) => closeDraft({ secret, form, reference }, deps, session));
        return { reference };
      });
    },
  };
}

describe('a draft that is sent several times at once', () => {
  it('refuses every tab in sequence when none may send', async () => {
    const draft = await begin();
    const sent = await Promise.allSettled([draft.send(true), draft.send(true)]);
    expect(sent.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(draft.sendings()).toBe(2);
    expect(
      await draftsCollection.model(deps.portal).countDocuments({
        _id: hashSecret(draft.secret),
        sending_until: trusted({ $exists: true }),
      }),
    ).toBe(0);
  });

  it('is sent once, and every tab gets its reference', async () => {
    const draft = await begin();
    const sent = await Promise.all([1, 2, 3].map(() => draft.send()));
    expect(sent).toEqual(Array(3).fill({ reference: 'K7QH-M9XC' }));
    expect(draft.sendings()).toBe(1);
  });

  it('is sent for every tab, even if the first one is refused', async () => {
    const draft = await begin();
    const first = draft.send(true);
    await wait(5);
    expect(await Promise.all([first, draft.send()])).toEqual(Array(2).fill({ reference: 'K7QH-M9XC' }));
  });

  it('is left by a tab that was refused to one that waits, however slow that is', async () => {
    const draft = await begin();
    const _id = hashSecret(draft.secret);
    const first = draft.send(true);
    await expect.poll(() => draft.sendings()).toBe(1);
    await draftsCollection.model(deps.portal).updateOne({ _id }, { $set: { sending_wanted: true } });
    const isFree = () =>
      draftsCollection.model(deps.portal).exists({ _id, sending_until: trusted({ $exists: false }) });
    await expect.poll(isFree).toBeTruthy();
    await wait(300);
    expect(await Promise.all([draft.send(), first])).toEqual(Array(2).fill({ reference: 'K7QH-M9XC' }));
  });

  it('is sent after ten seconds if the process that held the lock is gone', async () => {
    const draft = await begin();
    const gone = { sending_until: new Date(Date.now() + 300) };
    await draftsCollection.model(deps.portal).updateOne({ _id: hashSecret(draft.secret) }, { $set: gone });
    expect(await draft.send()).toEqual({ reference: 'K7QH-M9XC' });
    expect(Date.now()).toBeGreaterThanOrEqual(gone.sending_until.getTime());
  });

  it('is sent even if its owner deletes it meanwhile', async () => {
    const draft = await begin();
    await deleteDraft(draft.secret, deps);
    expect(await draft.send()).toEqual({ reference: 'K7QH-M9XC' });
  });
});
