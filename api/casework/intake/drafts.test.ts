import { migrations } from '@claimdesk/forms/migrations';
import { getForm } from '@claimdesk/forms/registry';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeSecret } from '#api/platform/keys/fingerprint.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { draftCookie } from './browser-drafts.ts';
import { draftsCollection } from './draft.model.ts';
import { closeDraft, emptyDraft, makeResumeSecret, readDraft, resumeDraft, writeDraft } from './drafts.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'drafts'));
afterEach(() => {
  delete migrations[form];
});
afterAll(() => deps.close());

const form = 'case-evaluation' as const;
const { version } = getForm(form);

/** A draft as an earlier release of the form left it. */
async function leaveDraft(answers: object, under: string | undefined): Promise<string> {
  const secret = makeSecret();
  await writeDraft(secret, form, { ...answers }, deps);
  await draftsCollection
    .model(deps.portal)
    .updateOne({}, under ? { $set: { version: under } } : { $unset: { version: 1 } });
  return secret;
}

const versions = async () =>
  (await draftsCollection.model(deps.portal).find().lean()).map((draft) => draft.version);

describe('a draft', () => {
  it('accepts no more answers from a slower tab once it is sent', async () => {
    const secret = makeSecret();
    expect(await writeDraft(secret, form, { zip_code: '07102' }, deps)).toBe(true);
    await inTransaction(deps.portal, (session) =>
      closeDraft({ secret, form, reference: 'K7QH-M9XC' }, deps, session),
    );
    expect(await writeDraft(secret, form, { zip_code: '07103' }, deps)).toBe(false);
    expect(await readDraft(secret, form, deps)).toMatchObject({ answers: {}, reference: 'K7QH-M9XC' });
  });

  it.each(['', 'a', '__proto__', 'x'.repeat(44), `${'x'.repeat(42)}%`])(
    'is stored only under a secret of ours, not one that a browser made up: %s',
    async (madeUp) => {
      const who = visitor(deps);
      who.context.cookies.set(draftCookie(form), madeUp, { sameSite: 'Lax' });
      const opened = await who.call.intake.open({ form });
      expect(opened.kind).toBe('step');
      expect(who.context.cookies.get(draftCookie(form))).toMatch(/^[A-Za-z0-9_-]{43}$/);
    },
  );

  it('of one form is not found for another form, and its secret is refused there with a clear sentence', async () => {
    const secret = makeSecret();
    await writeDraft(secret, form, { zip_code: '07102' }, deps);
    const other = 'attorney-application' as const;
    expect(await readDraft(secret, other, deps)).toEqual(emptyDraft);
    await expect(writeDraft(secret, other, { name: 'A' }, deps)).rejects.toMatchObject({ code: 'bad-input' });
    expect(await readDraft(secret, form, deps)).toMatchObject({ answers: { zip_code: '07102' } });
  });

  it('begun by several tabs at the same moment is stored once', async () => {
    const secret = makeSecret();
    const begin = () => writeDraft(secret, form, { zip_code: '07102' }, deps);
    expect(await Promise.all(Array.from({ length: 20 }, begin))).toEqual(Array(20).fill(true));
    expect(await versions()).toEqual([version]);
  });

  it('records the form version that it was written under', async () => {
    const secret = makeSecret();
    await writeDraft(secret, form, { has_lawyer: 'no' }, deps);
    expect(await versions()).toEqual([version]);
    expect((await readDraft(secret, form, deps)).answers).toEqual({ has_lawyer: 'no' });
  });

  it('from an earlier release is migrated when opened, and stored migrated when written', async () => {
    migrations[form] = { before: ({ lawyer, ...answers }) => ({ ...answers, has_lawyer: lawyer }) };
    const secret = await leaveDraft({ lawyer: 'yes', applied_before: 'no' }, 'before');
    const { answers } = await readDraft(secret, form, deps);
    expect(answers).toEqual({ applied_before: 'no', has_lawyer: 'yes' });
    expect(await versions()).toEqual(['before']);
    await writeDraft(secret, form, answers, deps);
    expect(await versions()).toEqual([version]);
    expect((await readDraft(secret, form, deps)).answers).toEqual(answers);
  });

  it.each(['before', undefined])(
    'of version %s loses answers that are no longer asked for, so that it can still be sent',
    async (under) => {
      const secret = await leaveDraft({ pet: 'cat', has_lawyer: 'no' }, under);
      expect((await readDraft(secret, form, deps)).answers).toEqual({ has_lawyer: 'no' });
    },
  );

  it('keeps its version when it moves to another browser', async () => {
    migrations[form] = { before: ({ lawyer }) => ({ has_lawyer: lawyer }) };
    const secret = await leaveDraft({ lawyer: 'yes' }, 'before');
    const link = await inTransaction(deps.portal, (session) => makeResumeSecret(secret, form, deps, session));
    const moved = (await resumeDraft({ link }, form, deps)) ?? '';
    expect((await readDraft(moved, form, deps)).answers).toEqual({ has_lawyer: 'yes' });
    expect((await versions()).toSorted()).toEqual(['before', 'before']);
  });

  it('with a migrated answer that is no longer valid returns to that step', async () => {
    const who = visitor(deps);
    await who.call.intake.open({ form });
    const secret = who.context.cookies.get(draftCookie(form)) ?? '';
    await writeDraft(secret, form, { receiving_benefits: 'perhaps', applied_before: 'no' }, deps);
    await draftsCollection.model(deps.portal).updateOne({}, { $set: { version: 'before' } });
    expect(await who.call.intake.open({ form, step: 'applied-before' })).toMatchObject({
      kind: 'elsewhere',
      step: 'receiving-benefits',
    });
  });
});
