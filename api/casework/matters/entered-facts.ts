import { z } from 'zod';
import { benefits, type CaseEvent, type CaseFacts } from '#api/casework/duties/case-event.ts';
import { momentIn } from '#api/casework/duties/local-appointment.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { recordId, textLine } from '#api/platform/input.ts';
import { evidenceOf } from './evidence.ts';

/** `YYYY-MM-DD`; that it exists is checked where days are counted. */
const day = z.string().max(10);
const levels = ['initial', 'reconsideration', 'hearing', 'council'] as const;
const mail = { day, shownReceived: day.optional() };
const whichBenefits = z.array(z.enum(benefits)).max(benefits.length);
const appointment = { on: day, time: z.string().max(5), zone: z.string().max(40) };

/** What staff enter of a paper or of what they did, as flat as their forms ask it. */
export const enteredShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('decision'),
    ...mail,
    level: z.enum(levels),
    outcome: z.enum(['favorable', 'partly', 'unfavorable', 'dismissed', 'technical', 'ceased']),
    feeAgreement: z.enum(['approved', 'not approved']).optional(),
  }),
  z.strictObject({
    kind: z.enum(['hearing notice', 'amended notice', 'exam notice']),
    ...mail,
    ...appointment,
  }),
  z.strictObject({ kind: z.enum(['form request', 'evidence request']), ...mail, dueOn: day.optional() }),
  z.strictObject({ kind: z.literal('fee notice'), ...mail }),
  z.strictObject({
    kind: z.literal('appeal filed'),
    day,
    level: z.enum(['reconsideration', 'hearing', 'council', 'court']),
    what: textLine(500).optional(),
    confirmation: textLine(100).optional(),
    secondPerson: textLine(120).optional(),
  }),
  z.strictObject({
    kind: z.enum(['appointment filed', 'fee agreement filed', 'fee paid', 'exam missed']),
    day,
  }),
  z.strictObject({ kind: z.literal('first contact'), day, benefits: whichBenefits }),
  z.strictObject({
    kind: z.literal('application filed'),
    day,
    benefits: whichBenefits.optional(),
    confirmation: textLine(100).optional(),
  }),
  z.strictObject({ kind: z.literal('records requested'), day, provider: textLine(120) }),
  z.strictObject({ kind: z.enum(['records received', 'records sent']), day, request: recordId }),
  z.strictObject({
    kind: z.literal('task'),
    day,
    what: textLine(200),
    dueOn: day,
    hard: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('closed'), day, outcome: z.literal('withdrawn').optional() }),
]);
export type Entered = z.infer<typeof enteredShape>;

/**
 * @param events of the matter: a new notice of a hearing is about a hearing of its own, an amended one about the latest.
 * @returns what is entered, as an event says it. @throws DomainError `bad-input` for an appointment that is none, and for a first
 * contact about no benefit; `not-found` for records that nobody has requested.
 */
export function factsOf(
  entered: Entered | Extract<CaseFacts, { kind: 'import' }>,
  events: readonly CaseEvent[],
): CaseFacts {
  if (entered.kind === 'first contact' && entered.benefits.length === 0) {
    const text = 'Check at least one benefit that the contact was about.';
    throw new DomainError('bad-input', text, { fields: { ssdi: text } });
  }
  if ('request' in entered && !evidenceOf(events).some(({ id }) => id === entered.request))
    throw new DomainError('not-found', 'This request for records was not found.');
  if (!('on' in entered)) return entered;
  const { on, time, zone, kind, ...mail } = entered;
  const at = { ...mail, appointment: { at: momentIn(zone, on, time), zone } };
  if (kind === 'exam notice') return { kind, ...at };
  const hearings = events.flatMap((event) => ('hearing' in event ? [event.hearing] : []));
  const isNew = kind === 'hearing notice' || hearings.length === 0;
  return { kind, ...at, hearing: isNew ? `hearing ${new Set(hearings).size + 1}` : (hearings.at(-1) ?? '') };
}
