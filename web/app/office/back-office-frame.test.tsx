import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, type ErrorResponse } from 'react-router';
import { describe, expect, test } from 'vitest';
import { confirmPath, metaUnlessRefused, refusalIn, singleSignOnPath, untitledMeta } from './back-office.ts';
import { BackOfficeError, BackOfficeFrame } from './back-office-frame.tsx';
import { StaffFormToken } from './staff-form.tsx';

function html(element: React.ReactElement): string {
  const Page = createRoutesStub([{ path: '*', Component: () => element }]);
  return renderToStaticMarkup(<Page initialEntries={['/admin/contracts']} />);
}

/** As React Router hands on what a loader throws. */
const refusal = (status: number, data: unknown): ErrorResponse & { internal: boolean } => ({
  status,
  statusText: '',
  data,
  internal: false,
});

const sentence = 'Only an administrator may do this.';

describe('a page that fails', () => {
  test.each([
    ['an unforeseen failure', new Error('mongodb://secret')],
    ['a failure of ours', refusal(500, 'mongodb://secret')],
    ['a refusal without a sentence', refusal(404, { secret: true })],
    ['nothing', undefined],
  ])('says no more than that the fault is ours, and can be tried again: %s', (_what, error) => {
    const markup = html(<BackOfficeError error={error} />);
    expect(refusalIn(error)).toBeNull();
    expect(markup).toContain('<h1>Something went wrong</h1>');
    expect(markup).toContain('Try again');
    expect(markup).not.toContain('secret');
  });

  test('because it was refused says why in its heading and its title', () => {
    const error = refusal(403, sentence);
    const markup = html(<BackOfficeError error={error} />);
    expect(markup).toContain(`<h1>${sentence}</h1>`);
    expect(markup).toContain(`<title>${sentence} | Back office</title>`);
    expect(markup).not.toContain('Try again');
    // Else the page would have two titles.
    expect(metaUnlessRefused('Exports', error)).toEqual(untitledMeta);
  });
});

test('every page of the back office is kept out of search engines', () => {
  const noindex = { name: 'robots', content: 'noindex' };
  expect(metaUnlessRefused('Exports', null)).toEqual([{ title: 'Exports | Back office' }, noindex]);
  expect(untitledMeta).toEqual([noindex]);
});

describe('the frame', () => {
  test('has no menu before anybody is signed in', () => {
    const markup = html(<BackOfficeFrame>Log in</BackOfficeFrame>);
    expect(markup).not.toMatch(/<nav|Log Out/);
    expect(markup).toContain('Return to the website');
  });

  test('has a menu that says where one is and who one is, and logs out with the token of the session', () => {
    const markup = html(
      <StaffFormToken value="a.b.c">
        <BackOfficeFrame name="Robin Example">Contracts</BackOfficeFrame>
      </StaffFormToken>,
    );
    expect(markup).toMatch(/<a aria-current="page"[^>]*href="\/admin\/contracts"/);
    expect(markup).toContain('>Robin Example</a>');
    expect(markup).toMatch(
      /<form[^>]*action="\/admin\/logout"[^>]*><input type="hidden" name="token" value="a.b.c"\/>/,
    );
  });
});

test.each([
  [confirmPath('/admin/exports?kind=contracts'), '/admin/confirm?next=%2Fadmin%2Fexports%3Fkind%3Dcontracts'],
  [singleSignOnPath('/admin/mail'), '/admin/login/sso?next=%2Fadmin%2Fmail'],
  [singleSignOnPath('/admin/mail', true), '/admin/login/sso?next=%2Fadmin%2Fmail&again=1'],
])('the way back is in the address: %s', (address, expected) => {
  expect(address).toBe(expected);
});
