import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { presentAnswers } from './answers.ts';
import { compileForms } from './compile.ts';
import { decodeStep } from './decode.ts';
import { type Answers, defineForm } from './definition.ts';
import { answersToCsv, answersToJson } from './export.ts';
import { readExamples } from './fixtures/read-examples.ts';
import { visibleSteps } from './journey.ts';
import { forms } from './registry.ts';
import { checkForm } from './rules/check-form.ts';
import { toUiSchema } from './ui-schema.ts';
import { validateAnswers } from './validate.ts';

async function piecesOf(text: AsyncIterable<string>): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of text) pieces.push(piece);
  return pieces;
}

test.each(Object.values(forms))(
  'a question of $form is added by an edit of its two files alone',
  async (today) => {
    const schema = structuredClone(today.schema);
    Object.assign(schema.properties ?? {}, {
      example_question: { type: 'string', maxLength: 3, enum: ['yes', 'no'] },
    });
    schema.required = [...(schema.required ?? []), 'example_question'];
    const messages = { required: 'Select yes if you have a pet' };
    const field = { title: 'Do you have a pet?', shortTitle: 'Pet', widget: 'yes-no' as const, messages };
    const step = { id: 'example-question', title: 'Pet', fields: ['example_question'], autoAdvance: true };
    const ui = {
      ...today.ui,
      steps: [step, ...today.ui.steps],
      fields: { ...today.ui.fields, example_question: field },
    };
    const form = defineForm(today.form, schema, ui);
    const [example] = readExamples(today.form, 'valid');
    const before = example?.content as Answers;

    expect(validateAnswers(form, before)).toEqual({
      ok: false,
      errors: { example_question: 'Select yes if you have a pet' },
    });
    expect(checkForm(form, [{ previous: [], definition: today }]).state).toBe('additive');
    expect(visibleSteps(form)[0]).toBe(step);
    expect(toUiSchema(form, 'example-question').example_question).toMatchObject({
      'ui:title': 'Do you have a pet?',
    });

    const { answers } = decodeStep(form, 'example-question', [['example_question', 'no']]);
    const verdict = validateAnswers(form, { ...before, ...answers });
    expect(verdict).toMatchObject({ ok: true, answers: { example_question: 'no' } });
    expect(presentAnswers(form, { ...before, ...answers })[0]).toMatchObject({
      shortTitle: 'Pet',
      value: 'No',
    });

    const rows = [
      { given: { definition: form, answers: { ...before, ...answers } }, facts: {} },
      { given: { definition: today, answers: before }, facts: {} },
    ];
    const table = { versions: [form, today], facts: [], rows };
    const [titles, ...lines] = (await piecesOf(answersToCsv(table))).map((line) => line.split('","')[0]);
    expect([titles, ...lines]).toEqual(['\ufeff"Pet (example_question)', '"No', '"']);
    const stored = JSON.parse((await piecesOf(answersToJson(table))).join(''));
    expect(stored[0].answers.example_question).toBe('no');
    expect(stored[1].answers).not.toHaveProperty('example_question');

    const folder = mkdtempSync(join(tmpdir(), 'forms-'));
    compileForms([form], folder);
    const compiled = await import(/* @vite-ignore */ join(folder, form.form, 'example-question.js'));
    rmSync(folder, { recursive: true });
    const check = compiled.step.variants[0].validate as (answers: unknown) => boolean;
    expect(check?.({ example_question: 'no' })).toBe(true);
    expect(check?.({ example_question: 'maybe' })).toBe(false);
  },
);
