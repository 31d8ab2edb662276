import type { TypedDate } from '@claimdesk/forms/typed-date';
import type { SiteContext } from '#web/app/context.ts';
import { resumePath } from '#web/app/intake/addresses.ts';
import type { IntakeForm } from '#web/app/intake/intake-forms.ts';
import { type FormRefusal, formRefusalOf } from '#web/app/procedure-errors.server.ts';
import { postedBirth } from './birth-fields.tsx';

export type LaterOutcome =
  | { kind: 'mailed'; email: string }
  | { kind: 'code'; code: string }
  | ({ kind: 'problems'; email: string; birth: TypedDate } & FormRefusal);

/** Emails a link or creates a code, as the visitor chose. A refusal comes back with everything that was typed. */
export async function finishLater(
  { api }: Pick<SiteContext, 'api'>,
  form: IntakeForm,
  posted: FormData,
): Promise<LaterOutcome> {
  const email = String(posted.get('email') ?? '').trim();
  const token = String(posted.get('_token') ?? '');
  const birth = postedBirth(posted);
  const refused = (error: unknown): LaterOutcome => ({
    kind: 'problems',
    email,
    birth,
    ...formRefusalOf(error),
  });
  if (posted.get('_way') === 'code') {
    return api.intake
      .makeCode({ form: form.name, token, birth })
      .then((code): LaterOutcome => ({ kind: 'code', code }))
      .catch(refused);
  }
  return api.intake
    .finishLater({ form: form.name, token, email, path: resumePath(form) })
    .then((): LaterOutcome => ({ kind: 'mailed', email }))
    .catch(refused);
}
