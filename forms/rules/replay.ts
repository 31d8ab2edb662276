import type { Answers, FormDefinition } from '../definition.ts';
import { applyMigrations } from '../migrate.ts';
import type { Migrations } from '../migrations.ts';
import { hiddenFields, validateAnswers, validateStep } from '../validate.ts';
import type { Release } from './released.ts';

type Fate = 'kept' | 'asked again' | 'asked for the first time' | 'lost';

/** In the order in which they are told; what is kept is not, but for all of it together. */
const reported: readonly Fate[] = ['lost', 'asked again', 'asked for the first time'];

interface Replayed {
  from: FormDefinition;
  releases: readonly Release[];
  migrations: Migrations;
  /** Submissions and drafts as people could have had them; what the release refuses is left out. */
  drafts: readonly Answers[];
}

/**
 * Opens drafts of a release under the current definition, as the site does after a deployment.
 *
 * @returns what becomes of their answers, a sentence per field that is not simply kept; nothing when there are no drafts.
 */
export function replayDrafts(definition: FormDefinition, replayed: Replayed): string[] {
  const { from, releases, migrations } = replayed;
  const sent = replayed.drafts.flatMap((answers) => {
    const verdict = validateAnswers(from, answers);
    return verdict.ok ? [[JSON.stringify(verdict.answers), verdict.answers] as const] : [];
  });
  const drafts = [...new Map(sent).values()];
  if (drafts.length === 0) return [];
  const fates = drafts.map((answers) => {
    const due = { from: from.version, releases, known: migrations };
    return fatesOf(definition, answers, applyMigrations(definition, due, answers));
  });
  const names = [...new Set(fates.flatMap((each) => [...each.keys()]))];
  const sentences = reported.flatMap((fate) =>
    names.flatMap((name) => {
      const times = fates.filter((each) => each.get(name) === fate).length;
      return times > 0 ? [`  "${name}" is ${fate} in ${times} of ${drafts.length}.`] : [];
    }),
  );
  const count = drafts.length === 1 ? 'One draft' : `${drafts.length} drafts`;
  const rest = sentences.length > 0 ? 'Every other answer is kept.' : 'Every answer is kept.';
  return [`${count} of ${from.version} opened under this definition:`, ...sentences, `  ${rest}`];
}

function fatesOf(definition: FormDefinition, before: Answers, now: Answers): Map<string, Fate> {
  const hidden = hiddenFields(definition, now);
  const asked = definition.ui.steps.flatMap(({ id, fields }) =>
    fields.filter((field) => !hidden.has(field)).map((field) => ({ field, step: id })),
  );
  const fates = new Map<string, Fate>(Object.keys(before).map((name) => [name, 'lost']));
  for (const { field, step } of asked) {
    const verdict = validateStep(definition, step, now);
    const wrong = !verdict.ok && Object.keys(verdict.errors).some((key) => key.split('.')[0] === field);
    if (Object.hasOwn(now, field)) fates.set(field, wrong ? 'asked again' : 'kept');
    else if (Object.hasOwn(before, field)) fates.set(field, 'lost');
    else if (wrong) fates.set(field, 'asked for the first time');
  }
  return fates;
}
