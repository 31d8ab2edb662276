import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { application, leave, openPage, signIn, siteUrl } from '../setup/back-office.ts';
import { passMinimumFillTime, test } from '../setup/evaluation.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const address = `${siteUrl()}/join-network`;
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Application' });

/** @returns a unique name. */
function uniqueName(): string {
  return `Join ${Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('')}`;
}

async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your full name').fill(name);
  await page.getByLabel('Law firm').fill(application.firm);
  await page.getByLabel('Email address').fill(application.email);
  await page.getByLabel('Phone number').fill(application.phone);
  await page.getByLabel('City').fill(application.city);
  await page.getByLabel('State', { exact: true }).selectOption(application.state);
  await page.getByLabel('Years of experience').fill(application.years_experience);
  await page.getByLabel('Specialties').fill(application.specialties);
  await page.getByLabel('About you and your practice').fill(application.bio);
}

const post = (page: Page, form: Record<string, string>, headers: Record<string, string> = {}) =>
  page.request.post(page.url(), { form, headers: { origin: siteUrl(), ...headers }, maxRedirects: 0 });

const tokenOf = (page: Page) => page.locator('input[name=_token]').inputValue();
const typed = { ...application, name: 'Hostile Visitor' };

test('a post from another site, without our token, or with extra or invalid fields is rejected', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(address);
  const _token = await tokenOf(page);
  const crossSite = await post(page, { _token, ...typed }, { origin: 'https://evil.example' });
  expect(crossSite.status()).toBe(403);
  const withoutToken = await post(page, typed);
  expect(withoutToken.status()).toBe(403);
  expect(await withoutToken.text()).toContain(typed.name);
  const extraFields: Record<string, string>[] = [
    { status: 'approved' },
    { reviewed_by: 'me' },
    { listed: 'true' },
  ];
  for (const extra of extraFields) {
    const refused = await post(page, { _token, ...typed, ...extra });
    expect([extra, refused.status()]).toEqual([extra, 400]);
  }
  for (const wrong of [{ state: 'XX' }, { years_experience: '-1' }, { years_experience: '1e9' }]) {
    const refused = await post(page, { _token, ...typed, ...wrong });
    expect([wrong, refused.status()]).toEqual([wrong, 400]);
  }
});

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`every missing field is reported, typed values are kept, and the completed form is submitted, ${how}`, {
    tag,
  }, async ({ visit, browser }) => {
    const page = await visit({ javaScriptEnabled });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join the Network');
    const mailbox = page.getByRole('main').locator('a[href^="mailto:"]');
    await expect(mailbox).toHaveText(/@/);
    await page.getByLabel('Law firm').fill(application.firm);
    await page.getByLabel('Phone number').fill('555');
    await submitButton(page).click();
    const summary = page.getByRole('region', { name: 'Missing Information' });
    await expect(summary).toBeFocused();
    for (const words of [
      'Enter your full name',
      'Enter your email address',
      'Enter a 10-digit phone number, like (201) 555-0123. You typed 3 digits, which is too few',
      'Enter your city',
      'Select your state',
      'Enter your years of experience',
      'Enter at least one of your specialties',
      'Tell us about you and your practice',
    ]) {
      await expect(summary.getByRole('link', { name: words, exact: true })).toBeVisible();
    }
    await expect(page.getByLabel('Law firm')).toHaveValue(application.firm);
    await expect(page.getByLabel('Phone number')).toHaveValue(/555$/);

    const name = uniqueName();
    await fill(page, name);
    if (!javaScriptEnabled) await passMinimumFillTime(page);
    await submitButton(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application Submitted!');
    await expect(page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible();
    if (javaScriptEnabled) await page.waitForURL('**/attorney-directory#sent');
    else {
      await page.getByRole('main').getByRole('link', { name: 'Go to the attorney directory' }).click();
      await expect(page).toHaveURL(/attorney-directory$/);
    }

    const backOffice = await openPage(browser);
    await signIn(backOffice, '/admin/attorney-applications');
    await backOffice.getByRole('link', { name, exact: true }).click();
    await backOffice.getByRole('button', { name: 'Approve & Add to Directory' }).click();
    await expect(backOffice.getByText('Application Approved.')).toBeVisible();
    await leave(backOffice);
    await page.goto(`${siteUrl()}/attorney-directory?${new URLSearchParams({ q: name })}`);
    const card = page.getByRole('article').filter({ hasText: name });
    for (const text of [application.firm, application.city, '(201) 555-0172', 'SSI for children']) {
      await expect(card).toContainText(text);
    }
  });
}

test('the footer, the home page and the directory link to the application', async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto(siteUrl());
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Join the Network' })).toHaveAttribute(
    'href',
    '/join-network',
  );
  await page.locator('#network').getByRole('link', { name: 'Join the network' }).click();
  await expect(page).toHaveURL(address);
  await page.goto(`${siteUrl()}/attorney-directory`);
  await page.getByRole('main').getByRole('link', { name: 'Apply to join the network' }).click();
  await expect(page).toHaveURL(address);
  expect(await (await page.request.get(`${siteUrl()}/sitemap.xml`)).text()).toContain('/join-network<');
});

test('the page is accessible at every width and color scheme, empty, with errors and submitted', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(address);
  await expectAccessibleInAllLooks(page);
  await submitButton(page).click();
  await expect(page.getByRole('region', { name: 'Missing Information' })).toBeFocused();
  await expectAccessibleInAllLooks(page);
  await fill(page, uniqueName());
  await submitButton(page).click();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expectAccessibleInAllLooks(page);
});
