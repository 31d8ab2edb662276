import { decodeStep } from '@claimdesk/forms/decode';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { problemWords, stepSchema, toUiSchema } from '@claimdesk/forms/ui-schema';
import type { Challenge } from 'altcha-lib/types';
import { data, redirect } from 'react-router';
import { type OpenedForm, type SiteContext, siteContext } from '#web/app/context.ts';
import { type ClientNotice, leaveClientNotice } from '#web/app/portal/client-request.server.ts';
import { proofName } from '#web/app/ui/not-a-robot/robot-check.tsx';
import { answerOf, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Outcome } from '#web/app/ui/sending/outcome.ts';
import type { PageRequest } from '#web/app/ui/session/for-signed-in.server.ts';

/** The forms that ask for the SSN. */
export type IdentityFormName =
  | 'client-login'
  | 'client-registration'
  | 'client-login-reset'
  | 'client-pin-code';

/** What the API provides for such a page. */
interface Opened {
  firmName: string;
  token: string;
  /** Whether a proof of work is required. */
  needsProof: boolean;
  /** Null where none is required, and in HTML. */
  challenge: Challenge | null;
}

/** The data of such a form's page. It always starts empty: we keep nothing that was typed into it. */
export function presentIdentity(name: IdentityFormName, { firmName, token, needsProof, challenge }: Opened) {
  const definition = getForm(name);
  const { ui } = definition;
  const step = onlyStep(definition);
  return {
    form: name,
    step,
    title: ui.title,
    firmName,
    schema: stepSchema(definition, step),
    uiSchema: toUiSchema(definition, step),
    token,
    needsProof,
    challenge,
    submitLabel: ui.submit.label,
    invalid: problemWords(definition, step),
    unsent: { title: ui.submitErrorTitle, text: ui.submitErrorText },
  };
}

/** Opens such a page for one visitor. */
export async function openIdentity(name: IdentityFormName, { context }: Pick<PageRequest, 'context'>) {
  const { api, byScript } = context.get(siteContext);
  const challenge = byScript ? 'now' : 'later';
  const [opened, { firmName }] = await answerOf(
    Promise.all([api.clients.open({ form: name, challenge }), api.content.layout()]),
  );
  return presentIdentity(name, { ...opened, firmName });
}

/** @returns what opens such a form for another visitor, without a page. */
export function openerOf(form: IdentityFormName): OpenedForm['openFor'] {
  return ({ clients }) => clients.open({ form, challenge: 'later' });
}

export type IdentityData = ReturnType<typeof presentIdentity>;

export interface PostedIdentity {
  name: IdentityFormName;
  answers: Answers;
  token: string;
  proof: string;
  /** Names that the form does not ask for. */
  unknown: string[];
}

export function readIdentity(name: IdentityFormName, posted: FormData): PostedIdentity {
  const definition = getForm(name);
  const entries = [...posted].filter(([field]) => field !== '_token' && field !== proofName);
  const text = (field: string) => {
    const value = posted.get(field);
    return typeof value === 'string' ? value : '';
  };
  return {
    name,
    ...decodeStep(definition, onlyStep(definition), entries),
    token: text('_token'),
    proof: text(proofName),
  };
}

/**
 * Sends what was posted.
 *
 * @param send calls the procedure. @returns nothing on success; otherwise what was wrong, in the form's own words for
 * an unforeseen failure, with everything that was typed except SSN and PIN, which are sent back to no page.
 */
export async function sendIdentity(
  posted: PostedIdentity,
  send: () => Promise<unknown>,
): Promise<Extract<Outcome, { kind: 'problems' }> | undefined> {
  const { ui } = getForm(posted.name);
  const values = withoutSecrets(getForm(posted.name), posted.answers);
  if (posted.unknown.length > 0) {
    const text = 'This page sent something that the form does not ask for. Load it again.';
    return { kind: 'problems', status: 400, title: ui.submitErrorTitle, text, errors: {}, values };
  }
  try {
    await send();
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error, { title: ui.submitErrorTitle, text: ui.submitErrorText });
    return { kind: 'problems', ...refusal, values };
  }
}

/**
 * The action of such a page.
 *
 * @param send calls the procedure with what was posted.
 * @param next the next page after success, which shows the notice first.
 * @returns what was wrong, for the page to show. @throws the redirect to `next`.
 */
export async function actOnIdentity(
  name: IdentityFormName,
  { context, request }: PageRequest,
  {
    send,
    notice,
    next,
  }: {
    send(
      api: SiteContext['api'],
      input: Pick<PostedIdentity, 'answers' | 'token' | 'proof'>,
    ): Promise<unknown>;
    notice: ClientNotice;
    next: string;
  },
) {
  const site = context.get(siteContext);
  const posted = readIdentity(name, await request.formData());
  const { answers, token, proof } = posted;
  const problems = await sendIdentity(posted, () => send(site.api, { answers, token, proof }));
  if (problems) return data<Outcome>(problems, { status: problems.status });
  leaveClientNotice(site, notice);
  throw redirect(next, 303);
}

function withoutSecrets({ ui }: FormDefinition, answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(([name]) => !ui.fields[name]?.secret && !ui.fields[name]?.masked),
  );
}

function onlyStep({ ui, form }: FormDefinition): string {
  const [step] = ui.steps;
  if (!step || ui.steps.length > 1) throw new RangeError(`The form ${form} has to have one step.`);
  return step.id;
}
