import { decodeStep } from '@claimdesk/forms/decode';
import type { Answers, FieldErrors, FormDefinition } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { problemWords, stepSchema, toUiSchema } from '@claimdesk/forms/ui-schema';
import type { Challenge } from 'altcha-lib/types';
import { proofName } from '../not-a-robot/robot-check.tsx';
import { statusOf } from '../procedure-errors.server.ts';
import type { Outcome } from '../routes/intake/outcome.ts';

/** The forms that ask for SSN and PIN. */
export type IdentityFormName = 'client-login' | 'client-registration';

/** What the API hands out with such a form. */
interface Opened {
  token: string;
  /** Work for the browser while somebody guesses; else null. */
  challenge: Challenge | null;
}

/** What the page of such a form is drawn from. It starts empty, always: nothing typed into it is kept by us. */
export function presentIdentity(name: IdentityFormName, { token, challenge }: Opened) {
  const definition = getForm(name);
  const { ui } = definition;
  const step = onlyStep(definition);
  return {
    form: name,
    step,
    title: ui.title,
    schema: stepSchema(definition, step),
    uiSchema: toUiSchema(definition, step),
    token,
    challenge,
    submitLabel: ui.submit.label,
    invalid: problemWords(definition, step),
    unsent: { title: ui.submitErrorTitle, text: ui.submitErrorText },
  };
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
 * Sends what was posted and says what was wrong with it.
 *
 * @param send calls the procedure. @returns nothing when it went through; else our words, the form's own (SPEC section 8)
 * where nobody foresaw the failure, with all that was typed but SSN and PIN, which no page of ours ever holds.
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
    const status = statusOf(error);
    if (!status || !(error instanceof Error)) {
      const { submitErrorTitle: title, submitErrorText: text } = ui;
      return { kind: 'problems', status: 500, title, text, errors: {}, values };
    }
    const { title = ui.submitErrorTitle, fields = {} } = (error.cause ?? {}) as {
      title?: string;
      fields?: FieldErrors;
    };
    return { kind: 'problems', status, title, text: error.message, errors: fields, values };
  }
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
