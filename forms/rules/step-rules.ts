import type { FormDefinition } from '../definition.ts';
import { reservedStepIds } from '../journey.ts';
import type { Release } from './released.ts';

/** @returns one sentence per step whose address is another page's, or another step's. */
export function findAddressFaults({ ui }: FormDefinition): string[] {
  const named = ui.steps.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
  const reserved = named
    .filter((name) => reservedStepIds.includes(name))
    .map((name) => `A step must not be called "${name}": a page of every form has this address.`);
  const twice = named.filter((name, at) => named.indexOf(name) !== at);
  return [...reserved, ...twice.map((name) => `Two steps are called "${name}".`)];
}

/**
 * A page that is open during a deployment posts to the address that it knew.
 *
 * @param releases the newest ones.
 * @returns one sentence per step of theirs that can no longer be posted to, though its questions are still asked.
 */
export function findRenamedSteps({ ui }: FormDefinition, releases: readonly Release[]): string[] {
  const known = new Set(ui.steps.flatMap(({ id, aliases = [] }) => [id, ...aliases]));
  const sentences = releases.flatMap(({ definition }) =>
    definition.ui.steps.flatMap(({ id, fields }) => {
      const heir = ui.steps.find((step) => step.fields.some((field) => fields.includes(field)));
      return known.has(id) || !heir
        ? []
        : [
            `The step "${id}" is now "${heir.id}": list "${id}" in its "aliases", so that open pages still post.`,
          ];
    }),
  );
  return [...new Set(sentences)];
}
