import type { SiteContext } from '../../context.ts';
import { resumePath } from './addresses.ts';
import { postedBirth, type TypedBirth } from './birth-fields.tsx';
import type { IntakeForm } from './intake-forms.ts';
import { type Refused, refusalOf } from './refusal.server.ts';

export type Later =
  | { kind: 'mailed'; email: string }
  | { kind: 'code'; code: string }
  | ({ kind: 'problems'; email: string; birth: TypedBirth } & Refused);

/** Mails a link, or makes a code, as the visitor chose. What is refused comes back with all that was typed. */
export async function finishLater(
  { api }: Pick<SiteContext, 'api'>,
  form: IntakeForm,
  posted: FormData,
): Promise<Later> {
  const email = String(posted.get('email') ?? '').trim();
  const token = String(posted.get('_token') ?? '');
  const birth = postedBirth(posted);
  const refused = (error: unknown): Later => ({ kind: 'problems', email, birth, ...refusalOf(error) });
  if (posted.get('_way') === 'code') {
    return api.intake
      .makeCode({ form: form.name, token, birth })
      .then((code): Later => ({ kind: 'code', code }))
      .catch(refused);
  }
  return api.intake
    .finishLater({ form: form.name, token, email, path: resumePath(form) })
    .then((): Later => ({ kind: 'mailed', email }))
    .catch(refused);
}
