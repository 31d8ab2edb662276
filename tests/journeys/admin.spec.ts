import { expect, test } from '@playwright/test';
import { newAddress } from '../setup/address.ts';
import {
  adminCredentials,
  dialogReady,
  leave,
  openPage,
  sendEvaluation,
  signIn,
  signInWithAccount,
  signInWithPassword,
  siteUrl,
} from '../setup/back-office.ts';

const pages = [
  '/admin/dashboard',
  '/admin/mail',
  '/admin/new-addresses',
  '/admin/retention',
  '/admin/system',
  '/admin/case-evaluations',
  '/admin/case-evaluations?cursor=1700000000000-0123456789abcdef01234567',
  '/admin/case-evaluations/0123456789abcdef01234567',
];
const queries = ['staff.me', 'evaluations.list', 'evaluations.pending', 'evaluations.detail'];
const mutations = ['staff.stay', 'evaluations.decide'];

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(siteUrl() + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      origin: siteUrl(),
      'x-forwarded-for': newAddress(),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function postForm(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return post(path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

async function passwordSignIn(): Promise<string> {
  const { password } = await adminCredentials();
  const response = await postForm('/admin/login', { way: 'password', password });
  expect(response.status).toBe(302);
  const [cookie = ''] = response.headers.getSetCookie().filter((header) => header.startsWith('admin='));
  return cookie.split(';')[0] ?? '';
}

test.describe('a visitor who is not signed in', () => {
  for (const path of pages) {
    test(`is redirected from ${path} to the sign-in page, and sees no data`, async () => {
      for (const suffix of ['', '.data']) {
        const [name, query] = path.split('?');
        const response = await fetch(`${siteUrl()}${name}${suffix}${query ? `?${query}` : ''}`, {
          redirect: 'manual',
        });
        const text = await response.text();
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(text).not.toContain('Logged in as');
        if (suffix) expect(text).toContain('/admin/login');
        else {
          expect(response.status).toBe(302);
          expect(response.headers.get('location')).toMatch(/^\/admin\/login/);
        }
      }
    });
  }

  test('gets 401 from what scripts of pages call', async () => {
    for (const call of queries) {
      const input = call === 'evaluations.detail' ? { id: '0123456789abcdef01234567' } : {};
      const response = await fetch(
        `${siteUrl()}/trpc/${call}?input=${encodeURIComponent(JSON.stringify(input))}`,
      );
      expect([call, response.status]).toEqual([call, 401]);
    }
    for (const call of mutations) {
      const input =
        call === 'evaluations.decide' ? { id: '0123456789abcdef01234567', decision: 'approved' } : undefined;
      const response = await post(`/trpc/${call}`, input === undefined ? '' : input);
      expect([call, response.status]).toEqual([call, 401]);
    }
  });

  test('gets only an error from the stream of changes, which ends at once', async () => {
    const response = await fetch(`${siteUrl()}/trpc/submissions.changes`);
    const events = [...(await response.text()).matchAll(/^event: (.+)$/gm)].map(([, name]) => name);
    expect(events).toEqual(['connected', 'serialized-error']);
  });

  test('changes nothing by posting the details form, without a cookie or with a made-up one', async () => {
    for (const cookie of ['', `admin=${'A'.repeat(43)}`]) {
      const response = await postForm(
        '/admin/case-evaluations/0123456789abcdef01234567',
        { decision: 'approved' },
        { cookie },
      );
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toMatch(/^\/admin\/login/);
    }
  });

  test('is refused with a wrong password, with the same message in the summary, the toast and the field', async ({
    browser,
  }) => {
    const page = await openPage(browser);
    await page.goto('/admin/login');
    await page.getByLabel('Admin password').fill('not the password');
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Login Failed' })).toBeFocused();
    await expect(page.getByRole('alert')).toContainText('Login Failed Invalid password');
    const field = page.getByLabel('Admin password');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription('Error: Invalid password');
    await expect(field).toHaveValue('not the password');
    await expect(page).toHaveTitle('Error: Log in | Back office');
    await page.getByRole('link', { name: 'Invalid password' }).click();
    await expect(field).toBeFocused();
    await leave(page);
  });

  test('is refused with 400 and the same message without JavaScript, and the email address is kept', {
    tag: '@thorough',
  }, async ({ browser }) => {
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto('/admin/login');
    await page.getByText('Log in with your own account').click();
    await page.getByLabel('Email address').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    const [response] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button', { name: 'Log In with your account' }).click(),
    ]);
    expect(response.status()).toBe(400);
    await expect(page.getByRole('region', { name: 'Login Failed' })).toContainText(
      'Invalid email or password',
    );
    await expect(page.getByLabel('Email address')).toHaveValue('nobody@example.com');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await leave(page);
  });

  test('has five attempts, and the sixth is refused even with the right password', async () => {
    const { password } = await adminCredentials();
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      statuses.push((await postForm('/admin/login', { way: 'password', password: 'wrong' }, headers)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    const sixth = await postForm('/admin/login', { way: 'password', password }, headers);
    expect(sixth.status).toBe(429);
    expect(await sixth.text()).toContain('Too many attempts. Please wait 15 minutes and try again.');
    expect(sixth.headers.getSetCookie()).toEqual([]);
  });

  test('is never redirected to another site after signing in', async () => {
    const { password } = await adminCredentials();
    for (const next of ['https://evil.example/admin/dashboard', '//evil.example/admin/x', '/faq']) {
      const response = await postForm(`/admin/login?${new URLSearchParams({ next })}`, {
        way: 'password',
        password,
      });
      expect(response.headers.get('location')).toBe('/admin/dashboard');
    }
  });
});

test.describe('a page of another site', () => {
  test('can neither sign in, sign out nor decide as staff', async () => {
    const { password } = await adminCredentials();
    const cookie = await passwordSignIn();
    const foreignHeaders: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ];
    for (const headers of foreignHeaders) {
      const attempts = [
        await postForm('/admin/login', { way: 'password', password }, headers),
        await postForm('/admin/logout', {}, { ...headers, cookie }),
        await post('/trpc/staff.stay', '', { ...headers, cookie }),
        await post(
          '/trpc/evaluations.decide',
          { id: '0'.repeat(24), decision: 'approved' },
          { ...headers, cookie },
        ),
      ];
      expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect((await fetch(`${siteUrl()}/trpc/staff.me`, { headers: { cookie } })).status).toBe(200);
  });
});

test.describe('staff', () => {
  test('sign in with the admin password and get a confirmation; the cookie is HttpOnly and SameSite=Strict', async ({
    browser,
  }) => {
    const page = await openPage(browser);
    await signInWithPassword(page);
    await expect(page).toHaveTitle('Dashboard | Back office');
    await expect(page.locator('.toast')).toContainText('Success Logged in successfully');
    await expect(page.getByText('Success. Logged in successfully')).toBeVisible();
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'admin');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 });
    await page.goto('/admin/login');
    await page.waitForURL('**/admin/dashboard');
    await page.goto('/admin');
    await page.waitForURL('**/admin/dashboard');
    await leave(page);
  });

  test('sign in and read without JavaScript, and are told that changes need it', async ({ browser }) => {
    const { name, reference } = await sendEvaluation();
    const { email, emailPassword } = await adminCredentials();
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto('/admin/case-evaluations');
    await signInWithAccount(page, { email, password: emailPassword });
    await page.waitForURL('**/admin/case-evaluations');
    // Playwright finds no text in `noscript`.
    const notice = page.locator('noscript .notice');
    await expect(notice).toBeVisible();
    expect(await notice.textContent()).toContain('The back office needs JavaScript');
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name: `Case evaluation ${reference}` })).toBeVisible();
    await page.getByRole('link', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('**/admin/login');
    await leave(page);
  });

  test('read an evaluation, approve it and reject it', async ({ browser }) => {
    const { name, reference } = await sendEvaluation();
    const page = await openPage(browser);
    await signIn(page, '/admin/case-evaluations?sort=newest');
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText('(201) 555-0123');
    await expect(row).toContainText('55-59');
    await expect(row).toContainText('Pending');
    await expect(row).toContainText(/\d{1,2}\/\d{1,2}\/20\d\d, \d{1,2}:\d\d [AP]M/);

    for (const [button, status] of [
      ['Approve', 'approved'],
      ['Reject', 'rejected'],
    ] as const) {
      await row.getByRole('link', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `Case evaluation ${reference}` });
      await expect(dialog.getByRole('heading')).toHaveText([
        `${name} Case evaluation ${reference}`,
        'Answers',
        'Contact Information',
      ]);
      await expect(dialog.getByText('visitor@example.com')).toBeVisible();
      await expect(dialog.getByText('N/A').first()).toBeVisible();
      await dialog.getByRole('button', { name: button }).click();
      if (button === 'Reject') {
        await page.getByLabel('Reason').selectOption('Other');
        await page.getByRole('button', { name: 'Reject and send the letter' }).click();
      }
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator('.toast')).toContainText(
        `Status Updated ${name}: Case evaluation marked as ${status}`,
      );
      await expect(row).toContainText(status, { ignoreCase: true });
      await expect(page).toHaveURL(/case-evaluations\?sort=newest$/);
    }
    await leave(page);
  });

  test('find the button of the current status disabled, and see why when they press it', async ({
    browser,
  }) => {
    const { name } = await sendEvaluation();
    const page = await openPage(browser);
    await signIn(page, '/admin/case-evaluations');
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('button', { name: 'Approve' })).not.toHaveAttribute('aria-disabled');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('link', { name, exact: true }).click();
    const approve = page.getByRole('button', { name: 'Approve' });
    await expect(approve).toHaveAttribute('aria-disabled', 'true');
    await expect(approve).toHaveAccessibleDescription(
      'This case evaluation is already approved. Decided by Shared password.',
    );
    await approve.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'This case evaluation is already approved. Decided by Shared password.',
    );
    await expect(page.getByRole('button', { name: 'Reject' })).not.toHaveAttribute('aria-disabled');
    await leave(page);
  });

  test('get an error if a colleague decided first, and see the new status', async ({ browser }) => {
    const { name } = await sendEvaluation();
    const [first, second] = [await openPage(browser), await openPage(browser)];
    for (const page of [first, second]) await signIn(page, '/admin/case-evaluations');
    // Blocks live updates for the second screen, to simulate two clicks at almost the same time.
    await second.route('**/trpc/submissions.changes**', (route) => route.abort());
    await second.reload();
    await second.getByRole('link', { name, exact: true }).click();
    await second.getByRole('dialog').waitFor();
    await first.getByRole('link', { name, exact: true }).click();
    await first.getByRole('button', { name: 'Approve' }).click();
    await expect(first.getByRole('dialog')).toHaveCount(0);
    await second.getByRole('button', { name: 'Approve' }).click();
    await expect(second.getByRole('alert')).toHaveText(
      'This case evaluation is already approved. Decided by Shared password.',
    );
    await expect(second.locator('.toast')).toContainText('Failed to update status');
    await expect(second.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
    for (const page of [first, second]) await leave(page);
  });

  test('keep the record and the dialog when a decision fails', async ({ browser }) => {
    const { name } = await sendEvaluation();
    const page = await openPage(browser);
    await signIn(page, '/admin/case-evaluations');
    await page.getByRole('link', { name, exact: true }).click();
    await dialogReady(page);
    await page.route('**/trpc/evaluations.decide', (route) => route.abort());
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Failed to update status');
    await expect(page.getByRole('dialog')).toContainText('Pending');
    await leave(page);
  });

  test('use the details with the keyboard alone: Esc closes, focus returns, and the URL can be opened directly', async ({
    browser,
  }) => {
    const { name, reference } = await sendEvaluation();
    const page = await openPage(browser);
    await signIn(page, '/admin/case-evaluations');
    const link = page.getByRole('link', { name, exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Case evaluation ${reference}` })).toBeFocused();
    await expect(page).toHaveTitle(`Case evaluation ${reference} | Back office`);
    const address = page.url();
    expect(address).toMatch(/\/admin\/case-evaluations\/[0-9a-f]{24}$/);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/case-evaluations$/);
    await expect(link).toBeFocused();
    await page.goto(address);
    await expect(page.getByRole('dialog', { name: `Case evaluation ${reference}` })).toBeVisible();
    await dialogReady(page);
    await page.keyboard.press('Escape');
    await expect(link).toBeFocused();
    await leave(page);
  });

  test('see a dialog over the list for an evaluation that does not exist', async ({ browser }) => {
    const page = await openPage(browser);
    const response = await signIn(page, '/admin/case-evaluations/0123456789abcdef01234567');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('dialog', { name: 'This case evaluation was not found' })).toBeVisible();
    await dialogReady(page);
    await page.getByRole('link', { name: 'Close' }).click();
    await expect(page).toHaveURL(/case-evaluations$/);
    await leave(page);
  });
});
