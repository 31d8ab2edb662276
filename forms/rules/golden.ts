import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentAnswers } from '../answers.ts';
import type { Answers, FormDefinition } from '../definition.ts';
import { validateAnswers } from '../validate.ts';

/** A submission as somebody could have sent it under a release, and how it read then. */
export interface Golden {
  name: string;
  answers: Answers;
  text: string;
}

/** The examples of a form that are kept with each of its releases. */
export const keptExamples = ['every-answer-given', 'only-what-is-required'];

/** @returns the text that staff and outside readers see. */
export function goldenText(definition: FormDefinition, answers: Answers): string {
  const parts = (['staff', 'outside'] as const).flatMap((audience) => [
    `# ${audience}`,
    ...presentAnswers(definition, answers, { audience }).map(
      ({ stepTitle, question, shortTitle, value }) =>
        `${stepTitle} | ${question} | ${shortTitle}\n  ${value.replaceAll('\n', '\n  ')}`,
    ),
  ]);
  return `${parts.join('\n')}\n`;
}

/** @param folder that of the form. @returns the submissions that were kept with a release. */
export function readGolden(version: string, folder: string): Golden[] {
  const home = join(folder, 'golden', version);
  if (!existsSync(home)) return [];
  return readdirSync(home)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.json'.length);
      const answers = JSON.parse(readFileSync(join(home, file), 'utf8'));
      return { name, answers, text: readFileSync(join(home, `${name}.txt`), 'utf8') };
    });
}

/**
 * Keeps examples of a form as submissions of its release: the answers as they would have been stored, and their text.
 *
 * @param folder that of the form, with its examples.
 * @param to the folder to write to.
 * @throws Error when an example is no valid submission.
 */
export function writeGolden(definition: FormDefinition, folder: string, to = folder): void {
  const kept = keptExamples.map((name): Golden => {
    const example = JSON.parse(readFileSync(join(folder, 'examples', 'valid', `${name}.json`), 'utf8'));
    const verdict = validateAnswers(definition, example);
    if (!verdict.ok) throw new Error(`${definition.form}: the example ${name} is not valid.`);
    return { name, answers: verdict.answers, text: goldenText(definition, verdict.answers) };
  });
  const home = join(to, 'golden', definition.version);
  mkdirSync(home, { recursive: true });
  for (const { name, answers, text } of kept) {
    writeFileSync(join(home, `${name}.json`), `${JSON.stringify(answers, null, 2)}\n`);
    writeFileSync(join(home, `${name}.txt`), text);
  }
}
