import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FormDefinition } from '../definition.ts';
import { edited, everyWidget } from '../fixtures/edited-form.ts';
import { checkForm, type FormFolder } from './check-form.ts';
import { readExampleFiles } from './example-rules.ts';

const examples = readExampleFiles(join(import.meta.dirname, '..', 'fixtures', 'every-widget'));
const folder: FormFolder = { examples, golden: new Map(), approvals: [], approvalFaults: [] };
const releases = [{ previous: [], definition: everyWidget }];

describe('a form that nobody could fill in is refused', () => {
  const faults = (definition: FormDefinition, some = examples) =>
    checkForm(definition, [], {}, { ...folder, examples: some }).sentences.join('\n');

  test('with an option that its own schema refuses', () => {
    const longer = edited(({ fields }, { properties }) => {
      properties.contact_by.enum.push('unknown');
      fields.contact_by.options.unknown = 'I do not know';
    });
    expect(faults(longer)).toBe('"contact_by" offers "unknown", which its own maxLength refuses.');
  });

  test('with an example that does not fit', () => {
    expect(faults(edited((_ui, { properties }) => (properties.full_name.maxLength = 3)))).toContain(
      'examples/valid/every-answer-given.json is refused: "full_name": Name must be 3 characters or fewer;',
    );
    expect(
      faults(
        edited(() => {}),
        [
          ...examples,
          {
            name: 'fine',
            kind: 'invalid',
            answers: examples.find(({ kind }) => kind === 'valid')?.answers ?? {},
          },
        ],
      ),
    ).toContain('examples/invalid/fine.json is accepted.');
  });

  test('with an answer that the example with every answer leaves out, in a row too', () => {
    const asked = edited(({ fields, steps }, { properties }) => {
      properties.nickname = { type: 'string', maxLength: 9 };
      steps[1].fields.push('nickname');
      fields.nickname = { title: 'Nickname?', shortTitle: 'Nickname', widget: 'text', optional: true };
      properties.jobs.items.properties.boss = { type: 'string', maxLength: 9 };
      fields.jobs.fields.boss = { title: 'Boss?', shortTitle: 'Boss', widget: 'text', optional: true };
    });
    expect(faults(asked)).toContain('examples/valid/every-answer-given.json leaves out "nickname".');
    expect(faults(asked)).toContain('examples/valid/every-answer-given.json leaves out "jobs[].boss".');
    expect(faults(asked)).toContain('No valid example answers "nickname".');
  });

  test('without its examples, or with a branch that no example takes', () => {
    const only = examples.filter(({ name, kind }) => kind === 'valid' && name === 'every-answer-given');
    expect(faults(everyWidget, only)).toContain('examples/valid/only-what-is-required.json is missing.');
    expect(faults(everyWidget, only)).toMatch(
      /No valid example takes the branch "else" of the condition .*has_worked/,
    );
  });

  test('with a step that has the name of another page', () => {
    for (const id of ['sent', 'finish-later', 'resume', 'agreement']) {
      expect(faults(edited(({ steps }) => (steps[0].id = id)))).toBe(
        `A step must not be called "${id}": a page of every form has this address.`,
      );
      expect(faults(edited(({ steps }) => (steps[0].aliases = [id])))).toContain(
        `must not be called "${id}"`,
      );
    }
    expect(faults(edited(({ steps }) => (steps[0].aliases = ['details'])))).toBe(
      'Two steps are called "details".',
    );
  });

  test('with a step that pages which are open know by another name', () => {
    const renamed = edited(({ steps }) => (steps[1].id = 'about-you'));
    expect(checkForm(renamed, releases, {}, folder)).toEqual({
      state: 'faulty',
      sentences: [
        'The step "details" is now "about-you": list "details" in its "aliases", so that open pages still post.',
      ],
    });
    const kept = edited(({ steps }) => Object.assign(steps[1], { id: 'about-you', aliases: ['details'] }));
    expect(checkForm(kept, releases, {}, folder).state).toBe('additive');
  });
});
