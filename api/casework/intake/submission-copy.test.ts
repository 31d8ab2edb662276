import type { IntakeForm } from '@claimdesk/forms/intakes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readPdf } from '#api/platform/documents/fixtures/read-pdf.ts';
import { makeSecret } from '#api/platform/keys/fingerprint.ts';
import {
  applicationAnswers,
  claimant,
  contractAnswers,
  empty,
  evaluationAnswers,
  openDeps,
  visitor,
} from '../../../tests/setup/deps.ts';
import { browserDrafts, draftCookie, submissionKey } from './browser-drafts.ts';
import { submissionHandlers } from './submission-handlers.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() =>
  empty(deps, 'case_evaluations', 'attorney_applications', 'signed_contracts', 'drafts', 'outbox', 'limits'),
);
afterAll(() => deps.close());

const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
const agreement = currentAgreement.version;

interface Kind {
  form: IntakeForm;
  send: (key: string) => Promise<{ reference: string }>;
  collection: string;
  sentAt: string;
  /** Text in the copy. */
  words: string[];
}

const kinds: Kind[] = [
  {
    form: 'case-evaluation',
    send: (key) =>
      submissionHandlers['case-evaluation'].submit({ answers: evaluationAnswers, key }, { deps }),
    collection: 'case_evaluations',
    sentAt: 'created_at',
    words: [claimant.first_name, claimant.email, '(201) 555-0147', '50-54'],
  },
  {
    form: 'attorney-application',
    send: (key) =>
      submissionHandlers['attorney-application'].submit({ answers: applicationAnswers, key }, { deps }),
    collection: 'attorney_applications',
    sentAt: 'created_at',
    words: [applicationAnswers.name, 'ALJ hearings, SSI for children', 'New Jersey'],
  },
  {
    form: 'contract',
    send: (key) => contractHandler.submit({ answers: contractAnswers, key, agreement }, { ...signing, deps }),
    collection: 'signed_contracts',
    sentAt: 'signed_at',
    words: [claimant.first_name, '12 Canary Lane, Unit 7', 'Given, kept encrypted, not printed here'],
  },
];

/** Sends a browser's draft, as the last step does. */
async function sendFrom(who: ReturnType<typeof visitor>, { form, send }: Kind): Promise<string> {
  const secret = makeSecret();
  browserDrafts(who.context.cookies).keep(form, secret);
  return (await send(submissionKey(form, secret))).reference;
}

async function refusals({ call }: ReturnType<typeof visitor>, form: IntakeForm): Promise<string[]> {
  const asked = [call.intake.copy({ form }), call.intake.copyFile({ form })];
  return Promise.all(
    asked.map((answer) =>
      answer.then(
        () => 'given',
        ({ code, message }) => `${code} ${message}`,
      ),
    ),
  );
}

const refused = [1, 2].map(() => expect.stringMatching(/^not-found You can get your copy for one hour/));

describe.each(kinds)('the own copy of $form', (kind) => {
  const { form, collection, sentAt, words } = kind;

  it('is refused to a browser that sent nothing, with a made-up cookie or the cookie of another form', async () => {
    const sender = visitor(deps);
    await sendFrom(sender, kind);
    const other = visitor(deps);
    expect(await refusals(other, form)).toEqual(refused);
    for (const secret of [makeSecret(), '', '{"$ne":""}', submissionKey(form, 'x')]) {
      other.context.cookies.set(draftCookie(form), secret, { sameSite: 'Lax' });
      expect(await refusals(other, form)).toEqual(refused);
    }
    const elsewhere = kinds.find((each) => each.form !== form)?.form ?? form;
    const stolen = sender.context.cookies.get(draftCookie(form)) ?? '';
    other.context.cookies.set(draftCookie(elsewhere), stolen, { sameSite: 'Lax' });
    expect(await refusals(other, elsewhere)).toEqual(refused);
    await expect(other.call.intake.copy({ form: 'client-login' as never })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it('is refused after an hour', async () => {
    const who = visitor(deps);
    await sendFrom(who, kind);
    const move = (minutes: number) =>
      deps.portal
        .collection(collection)
        .updateMany({}, { $set: { [sentAt]: new Date(Date.now() - minutes * 60_000) } });
    await move(59);
    expect(await refusals(who, form)).toEqual(['given', 'given']);
    await move(61);
    expect(await refusals(who, form)).toEqual(refused);
  });

  it('is refused once the browser begins the form again, or deletes its saved answers', async () => {
    const who = visitor(deps);
    await sendFrom(who, kind);
    browserDrafts(who.context.cookies).keep(form, makeSecret());
    expect(await refusals(who, form)).toEqual(refused);
    await sendFrom(who, kind);
    await who.call.intake.discard({ form });
    expect(await refusals(who, form)).toEqual(refused);
  });

  it("shows what was sent in the form's words, and never what is masked or secret", async () => {
    const who = visitor(deps);
    const reference = await sendFrom(who, kind);
    const copy = await who.call.intake.copy({ form });
    expect(copy.reference).toBe(reference);
    const text = JSON.stringify(copy.sections);
    for (const each of words) expect(text).toContain(each);
    for (const secret of ['7391', '212-84', '212847391', '1968', '4/27']) expect(text).not.toContain(secret);
  });

  it('is also a PDF, named by its reference alone', async () => {
    const who = visitor(deps);
    const reference = await sendFrom(who, kind);
    const { fileName, content } = await who.call.intake.copyFile({ form });
    expect(fileName).toBe(`${reference}.pdf`);
    const { text } = await readPdf(Buffer.from(content, 'base64'));
    for (const each of [...words, reference]) expect(text).toContain(each);
    for (const secret of ['7391', '212-84', '212847391', '4/27/1968']) expect(text).not.toContain(secret);
  });
});

it('is rendered thirty times in ten minutes for one network, then says so', async () => {
  const who = visitor(deps);
  const [kind] = kinds as [Kind];
  await sendFrom(who, kind);
  for (let count = 0; count < 30; count += 1)
    await deps.limits.reserve(caseworkLimits.submissionCopy, who.context.address);
  await expect(who.call.intake.copyFile({ form: kind.form })).rejects.toMatchObject({
    code: 'too-many',
    message: expect.stringContaining('Please wait a while'),
  });
  expect((await who.call.intake.copy({ form: kind.form })).sections).not.toHaveLength(0);
});
