import { renderToStaticMarkup } from 'react-dom/server';
import { expect } from 'vitest';
import { JsonForm } from '#web/app/ui/forms/json-form.tsx';
import { lazyValidator } from '#web/app/ui/forms/lazy-validator.ts';

type Given = Omit<
  React.ComponentProps<typeof JsonForm>,
  'action' | 'validator' | 'onInvalid' | 'onValid' | 'children'
>;

/** @returns a form's HTML as the server renders it. */
export function formHtml(form: Given): string {
  return renderToStaticMarkup(
    <JsonForm
      {...form}
      action="/here"
      validator={lazyValidator(() => Promise.reject(new Error('no rules in this test')))}
      onInvalid={() => {}}
      onValid={() => {}}
    >
      <button type="submit">Continue</button>
    </JsonForm>,
  );
}

/** @returns the opening tag of the one element with this attribute. */
export function openingTag(markup: string, attribute: string): string {
  const matches = markup.match(new RegExp(`<[a-z]+[^>]*${attribute}[^>]*>`, 'g')) ?? [];
  expect(matches, attribute).toHaveLength(1);
  return matches[0] ?? '';
}
