import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { IntakeForm } from '@claimdesk/forms/intakes';
import type { ListedCollection } from '#api/casework/lists/list-request.ts';
import type { Collection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

/** A kind of records that can be exported: declared beside its noun, listed in `api/router.ts`. */
export interface Exported<Stored> {
  /** In requests and on the audit log. */
  name: string;
  /** On the page of exports. */
  heading: string;
  /** What the file is called, before its days. */
  file: string;
  collection: Collection<Stored>;
  /** How its records are filtered, and the date that they are sorted by. */
  list: ListedCollection;
  /** The titles of `factsOf`, in the order of the columns. */
  facts: readonly string[];
  /** What a record says apart from answers, by title. */
  factsOf(stored: Stored, deps: Dependencies): Record<string, string> | Promise<Record<string, string>>;
  /** The answers that its records hold; left out for what is no form. */
  answers?: {
    form: IntakeForm;
    show(stored: Stored, deps: Dependencies): Promise<{ definition: FormDefinition; answers: Answers }>;
  };
}

/** An export in a list of all of them. */
// biome-ignore lint/suspicious/noExplicitAny: each has rows of its own kind
export type AnyExported = Exported<any>;
