import { expect, test } from 'vitest';
import type { ReviewedIntake } from '../define-intake.ts';
import { intakes } from '../intakes.ts';
import { caseEvaluation } from '../public-forms.ts';
import { getForm } from '../registry.ts';
import { findIntakeFaults } from './intake-rules.ts';

const { notices: _, ...site } = (caseEvaluation satisfies ReviewedIntake).site;
const { letterField: __, ...queue } = caseEvaluation.queue;
const first: ReviewedIntake = { ...caseEvaluation, site, queue };
const copy = {
  ...first,
  form: 'attorney',
  path: '/another-form',
  queue: { ...first.queue, name: 'others', collection: 'others', path: '/admin/others' },
} satisfies ReviewedIntake;

function faultsOf(intake: ReviewedIntake, schema = getForm('attorney').schema): string[] {
  return findIntakeFaults({ form: 'attorney', schema }, [...intakes, intake]);
}

test('a form with an address, a queue and a collection of its own may be public', () => {
  expect(faultsOf(copy)).toEqual([]);
});

test('no two public forms share an address, a queue, its page or its collection', () => {
  expect(faultsOf({ ...copy, path: first.path })).toEqual([
    'Another form has the address "/free-case-evaluation" too.',
  ]);
  for (const key of ['name', 'collection', 'path'] as const) {
    expect(faultsOf({ ...copy, queue: { ...copy.queue, [key]: first.queue[key] } })).toEqual([
      `Another queue has the ${key} "${first.queue[key]}" too.`,
    ]);
  }
});

test('addresses and names of queues are such as pages, links and the router can have', () => {
  expect(faultsOf({ ...copy, path: '/Form 2' })).toEqual([
    'The address "/Form 2" must be lower-case words joined by "-".',
  ]);
  expect(faultsOf({ ...copy, queue: { ...copy.queue, name: 'my-queue', path: '/admin/a/b' } })).toEqual([
    'The address "/admin/a/b" must be lower-case words joined by "-", below /admin/.',
    'The queue\'s name "my-queue" must be letters, the first of them small.',
  ]);
});

test('a notice is for an answer that can be given, and the date on a letter is asked as a date', () => {
  const { schema } = getForm('case-evaluation');
  const notice = { when: { field: 'has_lawyer', is: 'maybe' }, title: 'Perhaps', text: 'Who knows?' };
  const faultsWhen = (when: typeof notice.when) =>
    faultsOf({ ...copy, site: { ...copy.site, notices: [{ ...notice, when }] } }, schema);
  expect(faultsWhen(notice.when)).toEqual([
    'The notice "Perhaps" is for the answer "maybe" to "has_lawyer", which nobody can give.',
  ]);
  expect(faultsWhen({ field: 'lawyer', is: 'yes' })).toHaveLength(1);
  expect(faultsWhen({ field: 'has_lawyer', is: 'yes' })).toEqual([]);
  const asks = (letterField: string) => faultsOf({ ...copy, queue: { ...copy.queue, letterField } }, schema);
  expect(asks('zip_code')).toEqual([
    'The date on a letter is the answer to "zip_code", so that must be a question for a date.',
  ]);
  expect(asks('letter_date')).toEqual([]);
});

test('a form that staff review asks for a name, and for an email address if its sender gets a confirmation', () => {
  const { required = [], ...schema } = getForm('attorney').schema;
  const without = (name: string) => ({ ...schema, required: required.filter((each) => each !== name) });
  expect(faultsOf(copy, without('email'))).toEqual([
    'Its sender gets a confirmation, so it must ask for "email", and not as optional.',
  ]);
  const { email: _, ...unconfirmed } = copy;
  expect(faultsOf(unconfirmed, without('email'))).toEqual([]);
  expect(faultsOf(copy, without('name'))).toEqual([
    'Staff know its sender by name, so it must ask for "name", or for "first_name" and "last_name".',
  ]);
});
