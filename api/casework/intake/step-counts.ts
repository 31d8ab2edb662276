import { easternDay, easternToday } from '@claimdesk/forms/eastern-time';
import { type IntakeForm, intakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { type Connection, trusted } from 'mongoose';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { errorLocation } from '#api/platform/log.ts';
import { type Draft, draftsCollection } from './draft.model.ts';

/** How many people got past a step of a form on a day. It has nothing of any of them. */
interface StepCount {
  /** `2026-11-30 case-evaluation work-now`: so there are never more rows than steps and days, whoever sends what. */
  _id: string;
  day: CalendarDate;
  form: IntakeForm;
  /** The id of the step, or `sent`, which no step may be called. */
  step: string;
  count: number;
}

const keptDays = 90;

export const stepCountsCollection = defineCollection<StepCount>({
  name: 'step_counts',
  indexes: [[{ day: 1, form: 1, step: 1, count: 1 }]],
  retention: {
    label: 'counts of steps of forms',
    since: 'after the day',
    days: () => keptDays,
    expired: (before) => ({ day: { $lt: easternDay(before) } }),
  },
});

/** What people get past, in order. Whoever saves the last step sends the form; a form of one step has nothing to lose them at. */
function stagesOf(form: IntakeForm): string[] {
  const steps = getForm(form).ui.steps.map(({ id }) => id);
  return steps.length > 1 ? [...steps.slice(0, -1), 'sent'] : [];
}

/**
 * Counts that a draft got past a step, once for each draft, and past the steps before it that were not asked. A count that fails
 * is logged, and stops nobody.
 *
 * @param step its id, or `sent`.
 */
export async function countStep(
  { secret, form, step }: { secret: string; form: IntakeForm; step: string },
  { portal, log }: Pick<Deps, 'portal' | 'log'>,
): Promise<void> {
  const stages = stagesOf(form);
  const reached = stages.indexOf(step) + 1;
  if (reached === 0) return;
  try {
    const before = await draftsCollection
      .model(portal)
      .findOneAndUpdate(
        { _id: hashSecret(secret), form, reached: trusted({ $not: { $gte: reached } }) },
        { $set: { reached } },
        { projection: { reached: 1 } },
      )
      .lean<Draft>();
    if (!before) return;
    const day = easternToday();
    const passed = stages.slice(before.reached ?? 0, reached).map((each) => ({
      updateOne: {
        filter: { _id: `${day} ${form} ${each}` },
        update: { $inc: { count: 1 }, $setOnInsert: { day, form, step: each } },
        upsert: true,
      },
    }));
    await stepCountsCollection.rows<StepCount>(portal).bulkWrite(passed, { ordered: false });
  } catch (error) {
    log.warn('step not counted', { form, error: errorLocation(error) });
  }
}

/** How far people got in a form. */
export interface DropOff {
  form: IntakeForm;
  title: string;
  /** In order: how many answered each step; the last one is how many sent the form. */
  steps: { id: string; title: string; count: number }[];
}

/** @returns how far people got in each form of several steps, since a day. */
export async function readDropOff(since: CalendarDate, portal: Connection): Promise<DropOff[]> {
  const found = await stepCountsCollection
    .rows(portal)
    .aggregate<{ _id: { form: string; step: string }; count: number }>(dropOffStages(since))
    .toArray();
  const counts = new Map(found.map(({ _id: { form, step }, count }) => [`${form} ${step}`, count]));
  return intakes.flatMap(({ form }): DropOff[] => {
    const { ui } = getForm(form);
    const steps = stagesOf(form).map((id) => ({
      id,
      title: ui.steps.find((step) => step.id === id)?.title ?? 'Sent',
      count: counts.get(`${form} ${id}`) ?? 0,
    }));
    return steps.length > 0 ? [{ form, title: ui.title, steps }] : [];
  });
}

/** Reads an index alone. */
export function dropOffStages(since: CalendarDate): object[] {
  return [
    { $match: { day: { $gte: since } } },
    { $group: { _id: { form: '$form', step: '$step' }, count: { $sum: '$count' } } },
  ];
}
