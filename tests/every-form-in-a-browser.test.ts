import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { allDefinitions } from '@claimdesk/forms/development';
import { getForm } from '@claimdesk/forms/registry';
import { hiddenFields, validateStep } from '@claimdesk/forms/validate';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hostileTexts } from '../forms/fixtures/hostile-values.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { siteWithoutDatabase } from '../web/testing/site-without-database.ts';
import { expectAccessibleInAllLooks } from './setup/axe.ts';
import { chromiumArgs, findChromium } from './setup/chromium.ts';
import { fillStep } from './setup/fill-form.ts';

let site: FastifyInstance;
let browser: Browser;
let url: string;
const pageErrors: string[] = [];

beforeAll(async () => {
  // Finds a free port first: PUBLIC_URL has to contain it, because posts are checked against that origin.
  const probe = await siteWithoutDatabase();
  const { port } = new URL(await probe.listen({ port: 0, host: '127.0.0.1' }));
  await probe.close();
  url = `http://localhost:${port}`;
  site = await siteWithoutDatabase({ env: { DEVELOPER_PAGES: true, PUBLIC_URL: url } });
  await site.listen({ port: Number(port), host: '127.0.0.1' });
  browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
});
afterEach(() => expect(pageErrors.splice(0)).toEqual([]));
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** @returns a page with a phone's viewport, whose errors and warnings fail the test. */
async function newPage(javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 800 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  page.on('console', (message) => {
    // The browser logs every response with an error status, such as the one to an invalid form.
    const expected = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !expected) pageErrors.push(message.text());
  });
  return page;
}

/** Waits for hydration, after which React's keys are on the elements. */
async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('form[method=post]') ?? {}).some((key) => key.startsWith('__react')),
  );
}

/** @returns the form of one step; the page shows all of them. */
function stepForm(page: Page, step: string) {
  return page.locator('form', { has: page.locator(`[name="_step"][value="${step}"]`) });
}

function stepSection(page: Page, step: string) {
  return page.locator('section.try-step', { has: stepForm(page, step) });
}

function submitButton(page: Page, step: string) {
  return stepForm(page, step).locator('button.button[type=submit]:not([name])');
}

/** @returns the answers that the page says would be stored. */
async function readStored(page: Page): Promise<unknown> {
  return JSON.parse((await page.locator('.notice pre').textContent()) ?? '');
}

const registration = getForm('client-registration');
const steps = allDefinitions().flatMap((definition) => {
  const example = developerForms.exampleOf(definition.form);
  const hidden = hiddenFields(definition, example);
  return definition.ui.steps
    .filter(({ fields }) => fields.some((field) => !hidden.has(field)))
    .map(({ id }) => ({ name: `${definition.form}: ${id}`, definition, step: id, example }));
});

/** @returns what the server stores for one step of these answers. */
function expectedStored(definition: FormDefinition, step: string, example: Answers): Answers {
  const verdict = validateStep(definition, step, example);
  return verdict.ok ? verdict.answers : {};
}

describe('every step of every form, filled in without JavaScript,', { tags: 'thorough' }, () => {
  let page: Page;
  beforeAll(async () => {
    page = await newPage(false);
  });

  test.each(steps)('stores the answers as given: $name', async ({ definition, step, example }) => {
    await page.goto(`${url}/dev/forms/${definition.form}/empty?plain`);
    await fillStep(stepForm(page, step), definition, step, example);
    await submitButton(page, step).click();
    expect(await readStored(page)).toEqual(expectedStored(definition, step, example));
  });

  test('the maximum length of a text is stated below it', async () => {
    await page.goto(`${url}/dev/forms/attorney-application/empty?plain`);
    expect(await page.locator('.characters-left').innerText()).toBe('You can type up to 2,000 characters.');
  });
});

describe('every step of every form, filled in with JavaScript,', { tags: 'thorough' }, () => {
  let page: Page;
  beforeAll(async () => {
    page = await newPage(true);
  });

  test.each(steps)('stores the answers as given: $name', async ({ definition, step, example }) => {
    await page.goto(`${url}/dev/forms/${definition.form}/empty`);
    await waitForHydration(page);
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
    // Submitted empty first: its errors must not persist once corrected. With Enter, which also works on aria-disabled buttons.
    await submitButton(page, step).press('Enter');
    await stepSection(page, step).locator('.error-summary, .missing-fields:not(:empty)').waitFor();
    await fillStep(stepForm(page, step), definition, step, example);
    await submitButton(page, step).click();
    expect(await readStored(page)).toEqual(expectedStored(definition, step, example));
    expect(await page.locator('[data-same-page]').count()).toBe(1);
  });
});

describe('with JavaScript,', () => {
  let page: Page;
  const open = async (path: string) => {
    await page.goto(`${url}/dev/forms/${path}`);
    await waitForHydration(page);
  };
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  const input = (name: string) => page.locator(`[name="${name}"]`);
  beforeAll(async () => {
    page = await newPage(true);
  });

  test('an item of a group is added and removed in place: typed text stays, focus moves, and the change is announced', async () => {
    await open('every-widget/empty');
    await input('jobs.0.title').fill('Cook');
    await page.getByRole('button', { name: 'Add another job' }).click();
    expect(await focused()).toBe('jobs.1.title');
    await input('jobs.1.title').fill('Driver');
    expect(await page.getByRole('status').allTextContents()).toContain('Job 2 added.');
    await page.getByRole('button', { name: 'Remove this job (Job 1)' }).click();
    expect(await input('jobs.0.title').inputValue()).toBe('Driver');
    expect(await focused()).toBe('_add');
    expect(await page.getByRole('status').allTextContents()).toContain('Job 1 removed.');
  });

  test('Enter in a field of a group submits the form and removes nothing', async () => {
    await open('every-widget/filled');
    const items = await page.locator('[data-item]').count();
    await input('jobs.0.title').press('Enter');
    expect(await readStored(page)).toMatchObject({ jobs: { length: items } });
  });

  test('links in the error summary focus the first input of a date, and the field of a group item', async () => {
    await open('every-widget/empty');
    await submitButton(page, 'work').click();
    await page.getByRole('link', { name: 'Enter the day you started' }).click();
    expect(await focused()).toBe('jobs.0.started.month');
    await page.getByRole('link', { name: 'Enter the name of the job' }).click();
    expect(await focused()).toBe('jobs.0.title');
  });

  test('the characters left for a text are shown at once, and announced after a pause', async () => {
    await open('attorney-application/empty');
    const bio = input('bio');
    const announced = () => page.locator('.characters-left [role=status]').textContent();
    const shown = page.locator('.characters-left .hint');
    expect(await shown.textContent()).toBe('You have 2,000 characters left');
    expect(await announced()).toBe('');
    await bio.fill('x'.repeat(1_880));
    expect(await shown.textContent()).toBe('You have 120 characters left');
    expect(await announced()).toBe('');
    const described = await bio.evaluate((field) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    );
    expect(described).toContain('You can type up to 2,000 characters.');
    await page.waitForFunction(
      () =>
        document.querySelector('.characters-left [role=status]')?.textContent ===
        'You have 120 characters left',
    );
    await bio.fill('x'.repeat(2_001));
    expect(await shown.textContent()).toBe('You have 1 character too many');
    await expectAccessibleInAllLooks(page);
    await page.setViewportSize({ width: 320, height: 800 });
  });

  test('a Social Security number is formatted, keeps the caret on a correction in the middle, and can be masked', async () => {
    await open('client-login/empty');
    await input('ssn').pressSequentially('219099999');
    expect(await input('ssn').inputValue()).toBe('219-09-9999');
    for (let left = 0; left < 8; left += 1) await input('ssn').press('ArrowLeft');
    await input('ssn').press('Backspace');
    expect(await input('ssn').inputValue()).toBe('210-99-999');
    await input('ssn').pressSequentially('8');
    expect(await input('ssn').inputValue()).toBe('218-09-9999');
    await page.getByRole('button', { name: 'Hide (Social Security number)' }).click();
    expect(await input('ssn').getAttribute('type')).toBe('password');
    expect(await input('ssn').inputValue()).toBe('218-09-9999');
  });

  test('a disabled submit button can be focused, says what is missing, and submits nothing', async () => {
    await open('client-login/empty');
    const logIn = page.getByRole('button', { name: 'Log In' });
    expect(await logIn.getAttribute('aria-disabled')).toBe('true');
    await input('ssn').fill('219-09-9999');
    await input('pin').press('Enter');
    expect(await page.getByRole('status').allTextContents()).toContain(
      'Before you continue: type your 4-digit PIN.',
    );
    await input('pin').fill('7391');
    expect(await logIn.getAttribute('aria-disabled')).toBeNull();
    await logIn.click();
    expect(await readStored(page)).toEqual({ ssn: '219099999', pin: '7391' });
  });

  test('the PIN rules update while it is typed, and with the other answers', async () => {
    await open('client-registration/empty');
    const rules = () =>
      page.locator('.pin-rules li').evaluateAll((items) => items.map((each) => each.className));
    await input('pin').fill('1958');
    expect(await rules()).toEqual(['open', 'open', 'kept', 'kept']);
    await input('ssn').fill('219-09-1958');
    expect(await rules()).toEqual(['open', 'broken', 'kept', 'kept']);
    await fillStep(stepForm(page, 'register'), registration, 'register', { date_of_birth: '1958-04-12' });
    expect(await rules()).toEqual(['broken', 'broken', 'kept', 'kept']);
    expect((await page.getByRole('status').allTextContents()).join(' ')).toContain(
      'PIN cannot be your birth year. PIN cannot be the last 4 digits of your SSN.',
    );
    await input('pin').fill('7391');
    expect(await rules()).toEqual(['kept', 'kept', 'kept', 'kept']);
  });

  test('40 hostile texts in every field of a form get a clear error or are stored exactly, and none of them is executed', {
    tags: 'thorough',
  }, async () => {
    const singleLine = hostileTexts.filter((text) => text.length < 2000 && !/[\r\n\ud800-\udfff]/.test(text));
    const sample = singleLine
      .filter((_text, at) => at % Math.floor(singleLine.length / 40) === 0)
      .slice(0, 40);
    expect(sample).toHaveLength(40);
    page.on('dialog', (dialog) => pageErrors.push(dialog.message()));
    const names = ['full_name', 'email', 'phone', 'zip_code', 'years', 'skills', 'story'];
    await open('every-widget/empty');
    const errors = stepSection(page, 'details').locator('.error-summary li');
    for (const text of sample) {
      for (const name of names) await input(name).fill(text);
      await submitButton(page, 'details').click();
      await page.waitForFunction(() => document.activeElement?.closest('.error-summary'));
      for (const message of await errors.allTextContents()) expect(message).toMatch(/^[A-Z].{8,}/);
      expect(await input('full_name').inputValue()).toBe(text);
    }
  });

  test.each(['errors', 'filled', 'staff'])(
    'every kind of question and answer is accessible at every width and color scheme: %s',
    async (state) => {
      await page.goto(`${url}/dev/forms/every-widget/${state}`, { waitUntil: 'networkidle' });
      await expectAccessibleInAllLooks(page);
    },
  );
});
