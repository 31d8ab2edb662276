import type { Answers, FieldErrors } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { stepSchema, toUiSchema } from '@claimdesk/forms/ui-schema';
import type { RJSFSchema } from '@rjsf/utils';
import { describe, expect, test } from 'vitest';
import { formHtml, openingTag } from '#web/testing/form-html.tsx';

const definition = getForm('case-evaluation');

/** @returns a step's HTML as the server renders it. */
function html(
  step: string,
  { values = {}, errors = {} }: { values?: Answers; errors?: FieldErrors } = {},
): string {
  return formHtml({
    id: 'case-evaluation',
    schema: stepSchema(definition, step) as unknown as RJSFSchema,
    uiSchema: toUiSchema(definition, step),
    values,
    errors,
    heading: step !== 'contact',
  });
}

describe('a multiple-choice question', () => {
  test('ties its error to its radio group', () => {
    const markup = html('age-range', { errors: { age_range: 'Select your age range' } });
    const group = openingTag(markup, 'role="radiogroup"');
    expect(group).toContain('aria-invalid="true"');
    expect(group).toContain(
      'aria-describedby="case-evaluation_age_range-hint case-evaluation_age_range-error"',
    );
    expect(markup).toMatch(/id="case-evaluation_age_range-error">.*Error: .*Select your age range/);
  });

  test("is the page's heading", () => {
    expect(html('age-range')).toContain('<legend><h1>How old are you?</h1></legend>');
  });

  test("posts the stored value, not the option's index", () => {
    const markup = html('age-range', { values: { age_range: '50-54' } });
    expect(markup.match(/<input type="radio"[^>]*>/g)).toHaveLength(5);
    expect(openingTag(markup, 'value="50-54"')).toContain('name="age_range"');
    expect(openingTag(markup, 'checked')).toContain('value="50-54"');
  });
});

describe('text fields', () => {
  test('show the typed value with its error tied to it', () => {
    const markup = html('contact', {
      values: { zip_code: '071' },
      errors: { zip_code: 'Enter a 5-digit ZIP code' },
    });
    const field = openingTag(markup, 'name="zip_code"');
    expect(field).toContain('value="071"');
    expect(field).toContain('aria-invalid="true"');
    expect(field).toContain(
      'aria-describedby="case-evaluation_zip_code-hint case-evaluation_zip_code-error"',
    );
    expect(openingTag(markup, 'name="email"')).not.toContain('aria-invalid');
  });

  test("are named after the schema's properties and support autofill", () => {
    const markup = html('contact');
    for (const [name, keyboard] of [
      ['first_name', ''],
      ['last_name', ''],
      ['phone', 'tel'],
      ['email', 'email'],
      ['zip_code', 'numeric'],
    ] as const) {
      const field = openingTag(markup, `name="${name}"`);
      const token = definition.ui.fields[name]?.autocomplete;
      expect(field.toLowerCase()).toContain(`autocomplete="${token}"`);
      if (keyboard) expect(field.toLowerCase()).toContain(`inputmode="${keyboard}"`);
      expect(markup).toContain(`<label for="case-evaluation_${name}">`);
    }
  });

  test('show a stored phone number formatted', () => {
    const markup = html('contact', { values: { phone: '2015550123' } });
    expect(openingTag(markup, 'name="phone"')).toContain('value="(201) 555-0123"');
  });

  test('say "(optional)" where they are, and never truncate pasted text', () => {
    const markup = html('contact');
    expect(markup.match(/\(optional\)/g)).toHaveLength(5);
    expect(markup.match(/aria-required="true"/g)).toHaveLength(4);
    expect(markup.toLowerCase()).not.toContain('maxlength');
  });
});

test("a form posts natively, disables the browser's own validation, and has no inline styles, which the CSP forbids", () => {
  for (const { id } of definition.ui.steps) {
    const markup = html(id);
    expect(markup).toMatch(/^<form [^>]*method="post"/);
    expect(markup).toContain('action="/here"');
    expect(markup.toLowerCase()).toContain('novalidate');
    expect(markup).not.toContain('style=');
  }
});

test('HTML in an answer is escaped', () => {
  const markup = html('contact', { values: { first_name: '"><script>alert(1)</script>' } });
  expect(markup).not.toContain('<script>');
});
