import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { agreementCookie } from '#api/casework/contracts/agreement/agreement-cookie.ts';
import { draftsCollection } from '#api/casework/intake/draft.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import type { Deps } from '#api/platform/deps.ts';
import { prove } from '#api/testing/prove.ts';
import { codes, refusal, staffMember, type Visitor } from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, evaluationAnswers, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { openStep, saveStep } from '../../../tests/setup/intake.ts';
import { readOutbox } from '../../../tests/setup/outbox.ts';
import { replaceAnswers, sendEvaluation } from '../../../tests/setup/submissions.ts';

let deps: Deps;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer', 'Robin');
});
beforeEach(() => empty(deps, 'case_evaluations', 'signed_contracts', 'drafts', 'outbox', 'limits'));
afterAll(() => deps.close());

const form = 'contract' as const;
const send = async () => (await sendEvaluation(deps)).id;
const invite = (id: string, seen: 'pending' | 'approved' | 'rejected' = 'pending', { call } = robin) =>
  call.evaluations.inviteToSign({ id, seen });
const detail = (id: string) => robin.call.evaluations.detail({ id });
const mails = async () => (await readOutbox(deps)).filter(({ kind }) => kind === 'sign-invitation');

/** @returns the secrets of the links that were mailed, in order. */
const secrets = async () =>
  (await mails()).map(({ text }) => /\/sign-contract\/resume\?link=(\S+)/.exec(text)?.[1] ?? '');

/** @returns somebody who opened a link. */
async function opened(secret: string): Promise<Visitor> {
  const who = visitor(deps);
  await who.call.intake.resume({ form, secret });
  return who;
}

/** Fills in what is missing, and signs. @returns the reference. */
async function sign(who: Visitor): Promise<string> {
  agreementCookie.set(who.context.cookies, currentAgreement.version);
  const { definition, token } = await openStep(who, { form });
  const typed: Record<string, unknown> = { ...contractAnswers, signature_name: "Canaria O'Testwright" };
  let reference = '';
  for (const { id: step, fields } of definition.ui.steps) {
    const page = await who.call.intake.open({ form, step });
    const proof = page.kind === 'step' && page.challenge ? await prove(page.challenge) : '';
    const entries = fields.flatMap((name): [string, string][] => {
      const value = typed[name];
      if (value === undefined) return [];
      if (name !== 'date_of_birth') return [[name, value === true ? 'on' : String(value)]];
      const [year = '', month = '', day = ''] = String(value).split('-');
      return [
        [`${name}.year`, year],
        [`${name}.month`, month],
        [`${name}.day`, day],
      ];
    });
    const saved = await saveStep(who, { form, step, entries, token, proof });
    if (saved.kind === 'sent') reference = saved.reference;
    else expect(saved).toMatchObject({ kind: 'next' });
  }
  return reference;
}

describe('inviting the sender of an evaluation to sign', () => {
  it('is for nobody who may not decide, and not about what does not exist or is signed in no contract', async () => {
    const id = await send();
    const reader = await staffMember(deps, 'read_only');
    const tried = [
      invite(id, 'pending', visitor(deps)),
      invite(id, 'pending', reader),
      invite('f'.repeat(24)),
    ];
    expect(await codes(tried)).toEqual({ 'signed-out': 1, forbidden: 1, 'not-found': 1 });
    const other = robin.call.applications.inviteToSign({ id, seen: 'pending' });
    expect((await refusal(other))?.code).toBe('not-found');
    expect(await mails()).toEqual([]);
    expect((await detail(id)).status).toBe('pending');
  });

  it('is refused for one that is rejected, or whose status was not seen, and mails nothing then', async () => {
    const id = await send();
    await robin.call.evaluations.decide({ id, decision: 'rejected', reason: 'other' });
    for (const seen of ['rejected', 'approved', 'pending'] as const)
      expect((await refusal(invite(id, seen)))?.code).toBe('conflict');
    expect(await mails()).toEqual([]);
    expect(await draftsCollection.model(deps.portal).countDocuments()).toBe(0);
  });

  it('is refused where no address is known, and after five times in a day', async () => {
    const id = await send();
    for (let time = 0; time < 5; time += 1) await invite(id, time === 0 ? 'pending' : 'approved');
    expect((await refusal(invite(id, 'approved')))?.code).toBe('too-many');
    const without = await send();
    const row = await submissionKinds.evaluations.collection.model(deps.portal).findById(without).lean();
    const { email: _, ...answers } = evaluationAnswers;
    await replaceAnswers('case_evaluations', row?.submission_key ?? '', answers, deps);
    expect((await refusal(invite(without)))?.code).toBe('bad-input');
    expect((await detail(without)).status).toBe('pending');
  });

  it('approves one that is pending, and mails a link without anything that was answered', async () => {
    const id = await send();
    await invite(id);
    expect(await detail(id)).toMatchObject({
      status: 'approved',
      reviewedBy: 'Robin',
      invitation: { link: 'waits' },
      signed: null,
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.to).toBe(evaluationAnswers.email);
    const { first_name, last_name, phone, zip_code } = evaluationAnswers;
    for (const answer of [first_name, last_name, phone, zip_code])
      expect(`${mail?.subject} ${mail?.text}`).not.toContain(answer);
    const [entry] = await deps.audit.entries.find({ action: 'evaluations.inviteToSign' }).toArray();
    expect(entry).toMatchObject({ subject: id });
  });

  it('stores no link and no answer as it is', async () => {
    await invite(await send());
    const [link = ''] = await secrets();
    const rows = JSON.stringify([
      await deps.portal.collection('drafts').find().toArray(),
      await deps.portal.collection('case_evaluations').find().toArray(),
    ]);
    expect(link).not.toBe('');
    for (const text of [link, evaluationAnswers.last_name, evaluationAnswers.email])
      expect(rows).not.toContain(text);
  });

  it('opens the contract once, with the name, phone, email and ZIP code filled in', async () => {
    const id = await send();
    await invite(id);
    const [secret = ''] = await secrets();
    const who = await opened(secret);
    expect((await openStep(who, { form, step: 'about-you' })).values).toEqual({
      first_name: evaluationAnswers.first_name,
      last_name: evaluationAnswers.last_name,
    });
    expect((await detail(id)).invitation).toMatchObject({ link: 'opened' });
    expect((await refusal(visitor(deps).call.intake.resume({ form, secret })))?.code).toBe('not-found');
  });

  it('again ends the link from before, and leaves what was opened in its browser', async () => {
    const id = await send();
    await invite(id);
    await invite(id, 'approved');
    const [first = '', second = ''] = await secrets();
    expect((await refusal(visitor(deps).call.intake.resume({ form, secret: first })))?.code).toBe(
      'not-found',
    );
    const who = await opened(second);
    await invite(id, 'approved');
    expect((await openStep(who, { form })).values).toHaveProperty('last_name', evaluationAnswers.last_name);
    expect((await detail(id)).invitation).toMatchObject({ link: 'waits' });
  });

  it('by two at the same moment leaves one link that works', async () => {
    const id = await send();
    await robin.call.evaluations.decide({ id, decision: 'approved' });
    await Promise.all([invite(id, 'approved'), invite(id, 'approved')]);
    const tried = (await secrets()).map((secret) => visitor(deps).call.intake.resume({ form, secret }));
    expect(await codes(tried)).toEqual({ done: 1, 'not-found': 1 });
  });

  it('ends with the evaluation: its link, its email and what the link would open', async () => {
    const id = await send();
    await invite(id);
    const admin = await staffMember(deps, 'admin');
    await admin.call.evaluations.remove({ id, reason: 'The sender asked for it' });
    expect(await mails()).toEqual([]);
    expect(await draftsCollection.model(deps.portal).countDocuments()).toBe(0);
  });
});

describe('a contract that came of an invitation', () => {
  it('is shown with the evaluation from the moment it is signed, and nobody is invited again', async () => {
    const id = await send();
    await invite(id);
    const [secret = ''] = await secrets();
    const reference = await sign(await opened(secret));
    const { signed } = await detail(id);
    expect(signed).toMatchObject({ reference, id: expect.any(String) });
    const contract = await robin.call.contracts.detail({ id: signed?.id ?? '' });
    expect(contract).toMatchObject({ reference });
    expect((await refusal(invite(id, 'approved')))?.code).toBe('conflict');
  });

  it('is connected also when it was moved to another browser by its signer', async () => {
    const id = await send();
    await invite(id);
    const [secret = ''] = await secrets();
    const who = await opened(secret);
    const { token } = await openStep(who, { form });
    await who.call.intake.finishLater({
      form,
      token,
      email: 'else@example.com',
      path: '/sign-contract/resume',
    });
    const moved = (await readOutbox(deps)).find(({ kind }) => kind === 'resume-link');
    const [, link = ''] = /link=(\S+)/.exec(moved?.text ?? '') ?? [];
    const reference = await sign(await opened(link));
    expect((await detail(id)).signed).toMatchObject({ reference });
  });

  it('leaves the evaluation alone where nobody was invited', async () => {
    const id = await send();
    await sign(visitor(deps));
    expect((await detail(id)).signed).toBeNull();
  });
});
