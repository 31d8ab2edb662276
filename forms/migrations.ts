import type { Answers } from './definition.ts';
import type { FormName } from './registry.ts';

/**
 * Brings the answers of a draft from one release of its form to the next: a pure function, which is also given answers
 * that are missing or wrong, as drafts are.
 */
export type Migrate = (answers: Answers) => Answers;

/** By the version that a draft was written under. */
export type Migrations = Readonly<Record<string, Migrate>>;

/** For a change that `forms:check` can't see through, and that refuses nothing that was right before. */
const unchanged: Migrate = (answers) => answers;

/**
 * The migrations of every form: `forms/<form>/migrations/<version>.ts` exports `migrate` for each release that a breaking
 * change came after. `npm run forms:check` says when one is missing.
 */
export const migrations: Partial<Record<FormName, Migrations>> = {
  // A phone number may have an extension; a state may be one of military mail, and is asked again only where the city is one alone.
  'call-request': { '8a0c5de119a0305f': unchanged },
  'case-evaluation': { a9dd9aed6f01458e: unchanged },
  'attorney-application': { '27ae5c204f340137': unchanged },
  contract: { b799df729d69cc91: unchanged },
  attorney: { '8150b949e7458975': unchanged },
  'mailing-address': { f7f1ca259330eb06: unchanged },
  'phone-number': { '143b22a27f100383': unchanged },
  'emergency-contact': { '0a7a8ebc3d0657f0': unchanged },
  'medical-facility': { '44920507a096dc34': unchanged },
};
