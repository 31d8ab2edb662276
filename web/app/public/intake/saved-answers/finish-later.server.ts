import { getForm } from '@claimdesk/forms/registry';
import { isWriteOnly } from '@claimdesk/forms/write-only';
import { redirect } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { resumePath, stepPath } from '#web/app/public/intake/addresses.ts';
import type { IntakeForm } from '#web/app/public/intake/intake-forms.ts';
import { answerOf, formRefusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Outcome } from '#web/app/ui/sending/outcome.ts';
import { postedBirth } from './birth-fields.tsx';

export type LaterOutcome = { kind: 'mailed'; email: string } | { kind: 'code'; code: string } | Outcome;

export type LaterData = Awaited<ReturnType<typeof openLater>>;

/** @throws Response that redirects to the form when it has changed since its answers were saved. */
export async function openLater({ api, origin }: Pick<SiteContext, 'api' | 'origin'>, form: IntakeForm) {
  const [page, { firmName, phone, phoneHref }] = await answerOf(
    Promise.all([api.intake.open({ form: form.name }), api.content.layout()]),
  );
  if (page.kind === 'step' && page.moved) throw redirect(stepPath(form, page.step.id, { detour: 'moved' }));
  const opened = page.kind === 'step' ? page : { token: '', keptDays: 0, shared: false };
  const { title, shortName, startPath } = form;
  const { steps, fields } = getForm(form.name).ui;
  return {
    form: { title, shortName, startPath },
    firm: { firmName, phone, phoneHref },
    token: opened.token,
    keptDays: opened.keptDays,
    shared: opened.shared,
    /** The last step redirects to the first one that is not answered. */
    advance: stepPath(form, steps.at(-1)?.id ?? ''),
    /** The questions whose answers are saved only when they are complete, since no page shows them again to be corrected. */
    savedWhole: Object.values(fields).flatMap((field) => (isWriteOnly(field) ? [field.title] : [])),
    /** As one types it on another device. */
    address: (origin + resumePath(form)).replace(/^https?:\/\//, ''),
    unsent: {
      title: 'We could not be reached',
      text: 'Your answers are still saved. Please press the button again in a moment, or call us.',
    },
  };
}

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
    values: { email, ...birth },
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
