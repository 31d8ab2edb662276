import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import Welcome, { loader } from './welcome.tsx';

const link = 'x'.repeat(43);

function html(outcome?: React.ComponentProps<typeof Welcome>['actionData']): string {
  const Page = createRoutesStub([{ id: 'page', path: '/admin/welcome', Component: Welcome }]);
  const hydrationData = { loaderData: { page: null }, ...(outcome && { actionData: { page: outcome } }) };
  return renderToStaticMarkup(<Page initialEntries={['/admin/welcome']} hydrationData={hydrationData} />);
}

/** @returns where an address leads to; null where its page is shown. */
async function leadsTo(address: string): Promise<string | null> {
  const url = new URL(address, 'https://claimdesk.example');
  const context = new RouterContextProvider();
  try {
    loader({ url, request: new Request(url), context, params: {}, pattern: '/admin/welcome' });
    return null;
  } catch (answer) {
    return (answer as Response).headers.get('location');
  }
}

describe('a link by which staff choose a password', () => {
  test('that was sent with its secret in the query still works, and the secret leaves the address', async () => {
    expect(await leadsTo(`/admin/welcome?link=${link}`)).toBe(`/admin/welcome#link=${link}`);
    expect(await leadsTo('/admin/welcome')).toBeNull();
  });

  test('is not in the page that the server makes, whose button waits for it', () => {
    expect(html()).toMatch(/name="link" value=""/);
    expect(html()).toMatch(/<button type="submit" class="button" disabled="">Save and log in/);
    expect(html()).toContain('<noscript>');
  });

  test('is still there after a password that was refused', () => {
    const problem = { status: 400, title: 'There is a problem', text: '', errors: { password: 'Too easy' } };
    const markup = html({ kind: 'problems', link, ...problem });
    expect(markup).toContain(`name="link" value="${link}"`);
    expect(markup).toContain('<button type="submit" class="button">Save and log in');
    expect(html({ kind: 'ended' })).toContain('This link no longer works');
  });
});
