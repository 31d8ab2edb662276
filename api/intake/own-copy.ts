import { applications } from '../applications/applications.ts';
import type { Deps } from '../connect.ts';
import type { RequestContext } from '../context.ts';
import { findContractCopy } from '../contracts/download-contract.ts';
import type { AnswerSection } from '../documents/answers-paper.ts';
import { DomainError } from '../domain-error.ts';
import { evaluations } from '../evaluations/evaluations.ts';
import { findSubmissionCopy } from '../submissions/copy-submission.ts';
import { draftSecret, sendingKey } from './draft-cookie.ts';
import type { IntakeForm } from './receivers.ts';
import type { SentCopy } from './sent-copy.ts';

/** Long enough to read and save it, short enough for a computer that others use too. */
const copyHours = 1;

/** Where the copy of each form comes from, by the key that it was sent under. */
const copies: Record<IntakeForm, (key: string, deps: Deps) => Promise<SentCopy | undefined>> = {
  'attorney-application': (key, deps) => findSubmissionCopy(applications, key, deps),
  'case-evaluation': (key, deps) => findSubmissionCopy(evaluations, key, deps),
  contract: findContractCopy,
};

/**
 * Shows people what they sent, in the browser that they sent it with, for an hour. Beginning or sending another one ends
 * it too, since that gives the browser another secret.
 *
 * @throws DomainError `not-found` for any other browser and after that hour.
 */
export async function readOwnCopy(
  { form }: { form: IntakeForm },
  context: RequestContext,
): Promise<{ reference: string; sections: AnswerSection[] }> {
  const copy = await findOwn(form, context);
  return { reference: copy.reference, sections: await copy.readAnswers() };
}

/**
 * The same as a file.
 *
 * @throws DomainError `not-found` as above, `too-many` after 30 files in 10 minutes.
 * @returns the PDF in base64, and a file name without anything personal.
 */
export async function printOwnCopy(
  { form }: { form: IntakeForm },
  context: RequestContext,
): Promise<{ fileName: string; content: string }> {
  const copy = await findOwn(form, context);
  await context.deps.limits.reserve('ownCopy', context.address);
  return { fileName: `${copy.reference}.pdf`, content: (await copy.print()).toString('base64') };
}

async function findOwn(form: IntakeForm, { deps, cookies }: RequestContext): Promise<SentCopy> {
  const secret = draftSecret(cookies, form);
  const copy = secret ? await copies[form](sendingKey(form, secret), deps) : undefined;
  if (copy && copy.sentAt.getTime() > Date.now() - copyHours * 60 * 60 * 1000) return copy;
  throw new DomainError(
    'not-found',
    'You can get your copy for one hour after you send a form, in the browser that you sent it with. After that, call us for a copy. It is free.',
  );
}
