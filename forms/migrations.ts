import type { Answers } from './definition.ts';
import type { FormName } from './registry.ts';

/**
 * Brings the answers of a draft from one release of its form to the next: a pure function, which is also given answers
 * that are missing or wrong, as drafts are.
 */
export type Migrate = (answers: Answers) => Answers;

/** By the version that a draft was written under. */
export type Migrations = Readonly<Record<string, Migrate>>;

/**
 * The migrations of every form: `forms/<form>/migrations/<version>.ts` exports `migrate` for each release that a breaking
 * change came after. `npm run forms:check` says when one is missing.
 */
export const migrations: Partial<Record<FormName, Migrations>> = {};
