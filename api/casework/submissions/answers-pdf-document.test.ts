import { getForm } from '@claimdesk/forms/registry';
import { expect, it } from 'vitest';
import { claimant, evaluationAnswers } from '../../../tests/setup/deps.ts';
import { answerParts, withheldText } from './answers-pdf-document.ts';

const definition = getForm('case-evaluation');

it('presents the answers to any form in its own words, with a heading and a table for each step', () => {
  const parts = answerParts(definition, evaluationAnswers);
  expect(parts[0]).toEqual({ kind: 'heading', level: 2, text: definition.ui.steps[0]?.title });
  expect(parts[1]).toMatchObject({ kind: 'table', rows: [{ value: 'No' }] });
  expect(JSON.stringify(parts)).toContain('(201) 555-0147');
});

it('shows a withheld answer only as given, and omits excluded fields', () => {
  const withheld = ['phone', 'zip_code'];
  const { zip_code: _, ...answers } = evaluationAnswers;
  const text = JSON.stringify(answerParts(definition, answers, { withheld, without: ['email'] }));
  expect(text).toContain(withheldText);
  expect(text.split(withheldText)).toHaveLength(2);
  expect(text).not.toContain('555-0147');
  expect(text).not.toContain(claimant.email);
});
