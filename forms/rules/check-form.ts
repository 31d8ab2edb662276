import type { FormDefinition } from '../definition.ts';
import { type Change, compareDefinitions } from './compatibility.ts';
import { findConditionFaults } from './condition-rules.ts';
import { findPageFaults } from './page-rules.ts';
import { newestReleases, type Release } from './released.ts';
import { findSchemaFaults } from './schema-rules.ts';

export interface FormReport {
  state: 'faulty' | 'breaking' | 'additive' | 'unchanged';
  /** One sentence per fault or change. */
  sentences: string[];
}

/** Judges a form by its own rules, and against its newest releases. */
export function checkForm(definition: FormDefinition, releases: readonly Release[]): FormReport {
  // The later rules rely on the shape that the earlier ones make sure of.
  for (const findFaults of [findSchemaFaults, findConditionFaults, findPageFaults]) {
    const faults = findFaults(definition);
    if (faults.length > 0) return { state: 'faulty', sentences: faults };
  }
  if (releases.length === 0) return { state: 'additive', sentences: ['This form was never released.'] };
  const changes = newestReleases(releases).flatMap((each) => compareDefinitions(each.definition, definition));
  const told = (kind: Change['kind']) =>
    changes.filter((each) => each.kind === kind).map(({ sentence }) => sentence);
  const state = told('breaking').length > 0 ? 'breaking' : 'additive';
  // Also when an earlier release came back, as long as nothing that was stored since is lost by it.
  const known = releases.some((each) => each.definition.version === definition.version);
  if (known && state === 'additive') return { state: 'unchanged', sentences: [] };
  return { state, sentences: [...new Set(told(state))] };
}
