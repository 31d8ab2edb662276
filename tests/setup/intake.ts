import type { visitor } from './deps.ts';

type Visitor = Pick<ReturnType<typeof visitor>, 'call'>;
type Intake = Visitor['call']['intake'];
type Opened = Parameters<Intake['open']>[0];
type Posted = Parameters<Intake['save']>[0];

/** @returns a step of a form as its page shows it. @throws Error where the visitor is sent elsewhere. */
export async function openStep({ call }: Visitor, opened: Opened) {
  const page = await call.intake.open(opened);
  if (page.kind !== 'step') throw new Error('expected a step');
  return page;
}

/** Posts a step as the form's first page does. @param post what the page posts besides the answers. */
export async function saveStep(
  who: Visitor,
  { form, step, entries, ...post }: Pick<Posted, 'form' | 'step' | 'entries'> & Partial<Posted>,
) {
  const token = post.token ?? (await openStep(who, { form })).token;
  const rest = { change: false, later: false, proof: '', honeypot: '' };
  return who.call.intake.save({ form, step, entries, ...rest, ...post, token });
}
