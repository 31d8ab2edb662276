import { type IntakeForm, reviewedIntakes } from '@claimdesk/forms/intakes';
import { Schema } from 'mongoose';
import { attorneyModel } from '#api/content/attorneys/attorney.model.ts';
import type { Deps } from '#api/platform/deps.ts';

/**
 * The attorney that a visitor asked about in the directory, in public data only. It is stored with the submission, which
 * still names the attorney after they are no longer listed.
 */
export interface Referral {
  /** 24 hex digits. */
  attorneyId: string;
  name: string;
  city: string;
  /** Two letters. */
  state: string;
}

const text = { type: String, required: true } as const;

export const referralShape = new Schema<Referral>(
  { attorneyId: text, name: text, city: text, state: text },
  { _id: false },
);

/** @returns "Avery Doe, Newark, NJ". */
export function referralText({ name, city, state }: Referral): string {
  return `${name}, ${city}, ${state}`;
}

/** @param id untrusted. @returns the listed attorney with this id, if any; only some forms ask about one. */
export async function findReferral(
  form: IntakeForm,
  id: string,
  { payload }: Pick<Deps, 'payload'>,
): Promise<Referral | undefined> {
  const takesReferrals = reviewedIntakes.some((each) => each.form === form && each.queue.takesReferrals);
  if (!takesReferrals || !/^[0-9a-f]{24}$/.test(id)) return undefined;
  const found = await attorneyModel(payload)
    .findOne({ _id: id, listed: true }, { name: 1, city: 1, state: 1 })
    .lean();
  return found ? { attorneyId: id, name: found.name, city: found.city, state: found.state } : undefined;
}
