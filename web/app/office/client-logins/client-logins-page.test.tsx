import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { ToastProvider } from '#web/app/ui/components/toast.tsx';
import { problemsOf, readAccessForm } from './access-form.ts';
import ClientLogins from './client-logins.tsx';

type Answer = React.ComponentProps<typeof ClientLogins>['actionData'];

function html(answer?: Answer): string {
  const Page = createRoutesStub([{ id: 'page', path: '/admin/client-logins', Component: ClientLogins }]);
  return renderToStaticMarkup(
    <ToastProvider initial={null}>
      <Page
        initialEntries={['/admin/client-logins']}
        hydrationData={{ loaderData: { page: null }, ...(answer && { actionData: { page: answer } }) }}
      />
    </ToastProvider>,
  );
}

const empty = readAccessForm(new FormData());

test('each field that is missing is named in the summary, which leads to it, and in the title', () => {
  const markup = html({ form: empty, errors: problemsOf(empty) });
  const targets = [...markup.matchAll(/<li><a href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets).toEqual(['ssn', 'reason', 'verb']);
  for (const target of targets) expect(markup).toContain(`id="${target}"`);
  expect(markup).toContain('<title>Error: Client logins | Back office</title>');
});

test('what was typed is there again, but the number is typed anew', () => {
  const form = { verb: 'free-number', reason: 'Called from the contract', evenConfirmed: true } as const;
  const markup = html({ form, errors: { ssn: 'No account has this number.' } });
  expect(markup).toMatch(/<input type="radio" name="verb" checked="" value="free-number"\/>/);
  expect(markup).toContain('>Called from the contract</textarea>');
  expect(markup).toMatch(/<input[^>]*id="even-confirmed"[^>]*checked=""/);
  expect(markup).toContain('Type it again: to keep it safe, this page does not keep it.');
  expect(markup).not.toMatch(/<input[^>]*id="ssn"[^>]*value=/);
});

test('the number is posted, so that no address has it, and the page offers no code', () => {
  const [form = ''] = /<form[^>]*>/.exec(html()) ?? [];
  expect(form).toContain('method="post"');
  expect(html()).not.toMatch(/value="(confirmation-code|pin-code|close)"/);
});
