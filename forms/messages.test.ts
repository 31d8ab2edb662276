import { describe, expect, test } from 'vitest';
import type { FieldUi } from './definition.ts';
import {
  describeErrors,
  describeProblem,
  describeUnknown,
  messageFor,
  unreadableAnswers,
} from './messages.ts';
import { getForm } from './registry.ts';
import { problemWords } from './ui-schema.ts';
import { validateStep } from './validate.ts';

const field: FieldUi = { title: 'What?', shortTitle: 'Thing', widget: 'text', messages: {} };

test('a rule without words of its own still names the field', () => {
  const keywords = [
    'required',
    'type',
    'enum',
    'const',
    'minLength',
    'maxLength',
    'format',
    'pattern',
    'minimum',
  ];
  for (const keyword of [
    ...keywords,
    'maximum',
    'minItems',
    'maxItems',
    'uniqueItems',
    'toString',
    '__proto__',
  ]) {
    expect(messageFor({ keyword, limit: 3 }, field)).toMatch(/Thing/);
  }
  expect(messageFor({ keyword: 'enum' }, { ...field, widget: 'choice' })).toBe('Select: Thing');
});

test('the form’s own words come first, and a value of the wrong type is reported as missing', () => {
  const messages = { required: 'Enter the thing', maxLength: 'Shorter, please' };
  expect(messageFor({ keyword: 'maxLength', limit: 3 }, { ...field, messages })).toBe('Shorter, please');
  expect(messageFor({ keyword: 'type' }, { ...field, messages })).toBe('Enter the thing');
});

test('a field gets one message, the most helpful one, and fields come in page order', () => {
  const broken = ['b', 'a'].flatMap((name) =>
    ['pattern', 'maxLength'].map((keyword) => ({ path: [name], keyword, limit: 2 })),
  );
  const errors = describeErrors(broken, { a: field, b: field }, ['a', 'b']);
  expect(Object.entries(errors)).toEqual([
    ['a', 'Thing must be 2 characters or fewer'],
    ['b', 'Thing must be 2 characters or fewer'],
  ]);
});

test('errors that belong to no field of the page come last, in general words', () => {
  expect(describeErrors([{ path: ['zz'], keyword: 'type' }], {}, [])).toEqual({ '': unreadableAnswers });
});

test('only harmless names are repeated to the sender', () => {
  expect(describeUnknown(['<b>', '$where', '__proto__', 'x'.repeat(41)])).not.toMatch(/[<$]|proto|xx|\(/);
  expect(describeUnknown(['role', 'status'])).toContain('(role, status)');
});

test('a date is wrong in one way, whatever is wrong with it', () => {
  const date = { ...field, widget: 'date' as const, messages: { required: 'Enter it', format: 'Like this' } };
  for (const keyword of ['format', 'maxLength', 'type', 'pattern'])
    expect(messageFor({ keyword, limit: 10 }, date)).toBe('Like this');
  expect(messageFor({ keyword: 'required' }, date)).toBe('Enter it');
});

test('a declared rule is reported after all others', () => {
  const rule = { path: ['a'], keyword: 'rule', message: 'Not this one' };
  expect(describeErrors([rule], { a: field }, ['a'])).toEqual({ a: 'Not this one' });
  expect(describeErrors([rule, { path: ['a'], keyword: 'minItems' }], { a: field }, ['a'])).not.toEqual({
    a: 'Not this one',
  });
});

describe('the title and text of the toast', () => {
  const contract = getForm('contract');
  const registration = getForm('client-registration');
  const toast = (form: typeof contract, step: string, answers: object) => {
    const verdict = validateStep(form, step, answers);
    if (verdict.ok) return undefined;
    const problem = describeProblem(form.ui, verdict.errors, answers);
    // The page of a step knows only its own words, and says the same.
    expect(describeProblem(problemWords(form, step), verdict.errors, answers)).toEqual(problem);
    return problem;
  };
  const signed = {
    first_name: 'Ana',
    last_name: 'Lopez',
    agreed_to_terms: true,
    agreed_to_privacy: true,
    consent_to_contact: true,
    electronic_records: true,
    signature_name: 'Ana Lopez',
  };
  const agreement = {
    title: 'Agreement Required',
    text: 'Please agree to the privacy policy and consent to be contacted.',
  };
  const missing = { title: 'Required Fields Missing', text: 'Please fill in all required fields.' };

  const oneWrong = {
    title: 'Please Check Your Answers',
    text: 'Please fix one answer.',
  };
  const twoWrong = {
    ...oneWrong,
    text: 'Please fix 2 answers.',
  };

  test.each([
    ['nothing of a contract', {}, missing],
    ['the agreement alone', { ...signed, agreed_to_terms: false }, agreement],
    [
      'terms, privacy policy and consent to be contacted, of which one sentence speaks',
      { ...signed, agreed_to_terms: false, agreed_to_privacy: false, consent_to_contact: false },
      agreement,
    ],
    ['the agreement and the signature', { ...signed, agreed_to_terms: false, signature_name: '' }, missing],
    ['the signature that was left out alone', { ...signed, signature_name: ' ' }, missing],
    ['the signature alone', { ...signed, signature_name: 'Ana' }, oneWrong],
    [
      'an agreement that is none and the signature',
      { ...signed, signature_name: 'Ana', electronic_records: 'x' },
      twoWrong,
    ],
    [
      'both agreements',
      { ...signed, agreed_to_terms: false, electronic_records: false },
      {
        ...agreement,
        text: `${agreement.text} Please agree to use electronic records and an electronic signature.`,
      },
    ],
  ])('are those of what is wrong: %s', (_title, answers, expected) => {
    expect(toast(contract, 'sign', answers)).toEqual(expected);
  });

  const registering = {
    ssn: '123456789',
    date_of_birth: '1968-04-27',
    pin: '2580',
    confirm_pin: '2580',
    not_a_robot: true,
  };
  test.each([
    [{ confirm_pin: '2581' }, 'PIN Mismatch', 'Your PIN and confirmation PIN do not match.'],
    [{ not_a_robot: false }, 'Verification Required', 'Please confirm you are not a robot.'],
    [{ pin: '1968', confirm_pin: '1968' }, 'Registration Failed', 'PIN cannot be your birth year.'],
    [{ pin: '1234', confirm_pin: '1234' }, 'Registration Failed', 'PIN cannot be consecutive numbers.'],
    [{ not_a_robot: false, ssn: '' }, 'Missing Information', 'Please fill in all required fields.'],
  ])('of a registration with %j name what is wrong', (change, title, text) => {
    expect(toast(registration, 'register', { ...registering, ...change })).toEqual({ title, text });
  });

  test('are the form’s own where nothing is known of the fields', () => {
    expect(describeProblem(contract.ui, { toString: 'y' }, {})).toEqual(missing);
    expect(describeProblem(contract.ui, { '': 'x', toString: 'y' }, {})).toEqual(missing);
  });
});
