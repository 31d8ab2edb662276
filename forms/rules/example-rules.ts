import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConditions } from '../conditions.ts';
import type { Answers, FieldErrors, FormDefinition } from '../definition.ts';
import { conditionOutcomes, hiddenFields, validateAnswers } from '../validate.ts';
import { keptExamples } from './golden.ts';

/** A file of `examples/`. */
export interface Example {
  /** Its name, without `.json`. */
  name: string;
  kind: 'valid' | 'invalid';
  answers: Answers;
}

/** @param folder that of the form. */
export function readExampleFiles(folder: string): Example[] {
  return (['valid', 'invalid'] as const).flatMap((kind) => {
    const home = join(folder, 'examples', kind);
    const files = existsSync(home) ? readdirSync(home).filter((file) => file.endsWith('.json')) : [];
    return files.sort().map((file) => {
      const content = JSON.parse(readFileSync(join(home, file), 'utf8'));
      return {
        name: file.slice(0, -'.json'.length),
        kind,
        answers: kind === 'valid' ? content : content.answers,
      };
    });
  });
}

/**
 * Rules for a form's examples, which prove that it can be answered: every field, and every branch of every condition.
 *
 * @returns one sentence per fault.
 */
export function findExampleFaults(definition: FormDefinition, examples: readonly Example[]): string[] {
  const valid = examples.filter(({ kind }) => kind === 'valid');
  const missing = keptExamples
    .filter((name) => !valid.some((each) => each.name === name))
    .map((name) => `examples/valid/${name}.json is missing.`);
  const verdicts = examples.flatMap(({ name, kind, answers }) => {
    const verdict = validateAnswers(definition, answers);
    if (kind === 'invalid') return verdict.ok ? [`examples/invalid/${name}.json is accepted.`] : [];
    return verdict.ok ? [] : [`examples/valid/${name}.json is refused: ${listErrors(verdict.errors)}.`];
  });
  const whole = valid.find(({ name }) => name === 'every-answer-given');
  return [
    ...missing,
    ...verdicts,
    ...(whole ? findLeftOut(definition, whole.answers) : []),
    ...findUnanswered(definition, valid),
    ...findUncovered(definition, valid),
  ];
}

function listErrors(errors: FieldErrors): string {
  return Object.entries(errors)
    .map(([field, message]) => (field ? `"${field}": ${message}` : message))
    .join('; ');
}

/** Whoever is asked a question answers it in this example, in a row too. */
function findLeftOut(definition: FormDefinition, answers: Answers): string[] {
  const hidden = hiddenFields(definition, answers);
  const asked = definition.ui.steps.flatMap(({ fields }) => fields).filter((field) => !hidden.has(field));
  const leftOut = asked.flatMap((name) => {
    if (!Object.hasOwn(answers, name)) return [name];
    const rows = answers[name];
    const questions = Object.keys(definition.ui.fields[name]?.fields ?? {});
    if (!Array.isArray(rows)) return [];
    return questions
      .filter((question) => !rows.some((row: Answers) => Object.hasOwn(row, question)))
      .map((question) => `${name}[].${question}`);
  });
  return leftOut.map((name) => `examples/valid/every-answer-given.json leaves out "${name}".`);
}

/** A question that this one's branch does not ask has its answer in another example. */
function findUnanswered(definition: FormDefinition, valid: readonly Example[]): string[] {
  const given = valid.map(({ answers }) => {
    const hidden = hiddenFields(definition, answers);
    return Object.keys(answers).filter((name) => !hidden.has(name));
  });
  return definition.ui.steps
    .flatMap(({ fields }) => fields)
    .filter((field) => !given.some((names) => names.includes(field)))
    .map((field) => `No valid example answers "${field}".`);
}

function findUncovered(definition: FormDefinition, valid: readonly Example[]): string[] {
  const outcomes = valid.map(({ answers }) => conditionOutcomes(definition, answers));
  return readConditions(definition).flatMap(({ if: test }, at) =>
    [true, false]
      .filter((outcome) => !outcomes.some((each) => each[at] === outcome))
      .map(
        (outcome) =>
          `No valid example takes the branch "${outcome ? 'then' : 'else'}" of the condition ${JSON.stringify(test)}.`,
      ),
  );
}
