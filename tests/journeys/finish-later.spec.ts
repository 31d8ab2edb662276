import { expect, type Page } from '@playwright/test';
import { passMinimumFillTime, start, test } from '../setup/evaluation.ts';
import { waitForIslands } from '../setup/running-scripts.ts';
import { mainlyWithScript } from '../setup/scripting.ts';

const site = new URL(start).origin;
const joinUrl = `${site}/join-network`;

async function fillApplication(page: Page): Promise<void> {
  await page.getByLabel('Your full name').fill('Dana Example');
  await page.getByLabel('Law firm').fill('Example & Example');
  await page.getByLabel('Phone').fill('(201) 555-0123');
  await page.getByLabel('Email').fill('dana@example.com');
  await page.getByLabel('City').fill('Newark');
  await page.getByLabel('State').selectOption('NJ');
}

async function fillBirthDate(page: Page, year: string): Promise<void> {
  await page.getByLabel('Month').fill('4');
  await page.getByLabel('Day').fill('27');
  await page.getByLabel('Year').fill(year);
}

/** Saves the answers with "Save and exit". @returns the resume code. */
async function finishLater(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save and exit' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save and exit');
  await fillBirthDate(page, '68');
  await page.getByRole('button', { name: 'Show me a code' }).click();
  await expect(page.getByRole('group', { name: 'Date of birth' })).toHaveAccessibleDescription(
    /Year must have 4 digits/,
  );
  await page.getByRole('link', { name: 'Year must have 4 digits' }).click();
  await expect(page.getByLabel('Year')).toBeFocused();
  await expect(page.getByLabel('Month')).not.toHaveAttribute('aria-invalid');
  await fillBirthDate(page, '1968');
  await page.getByRole('button', { name: 'Show me a code' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your code');
  await expect(page.getByText('/join-network/resume')).toBeVisible();
  return (await page.locator('.reference-large').textContent()) ?? '';
}

for (const { javaScriptEnabled, how, tag } of mainlyWithScript) {
  test(`a half-finished application can be saved, and completed in another browser with its code and date of birth, ${how}`, {
    tag,
  }, async ({ visit }) => {
    const page = await visit({ javaScriptEnabled });
    await page.goto(joinUrl);
    await fillApplication(page);
    // Invalid values are saved as well.
    await page.getByLabel('Years of experience').fill('many');
    const code = await finishLater(page);

    const other = await visit({ javaScriptEnabled });
    await other.goto(joinUrl);
    await other.getByRole('link', { name: 'Continue with your code' }).click();
    await other.getByLabel('Code').fill(code.toLowerCase());
    await fillBirthDate(other, '1969');
    await other.getByRole('button', { name: 'Continue my application' }).click();
    const summary = other.getByRole('region', { name: 'No saved answers found' });
    await expect(summary).toContainText('We found no saved answers with this code and this date of birth.');
    await expect(other.getByLabel('Code')).toHaveValue(code.toLowerCase());
    await fillBirthDate(other, '1968');
    await other.getByRole('button', { name: 'Continue my application' }).click();

    await expect(other.getByLabel('Law firm')).toHaveValue('Example & Example');
    await expect(other.getByLabel('State')).toHaveValue('NJ');
    await expect(other.getByLabel('Years of experience')).toHaveValue('many');
    await waitForIslands(other);
    await other.getByLabel('Years of experience').fill('12');
    await other.getByLabel('Specialties').fill('SSDI, SSI');
    await other.getByLabel(/bio|about you/i).fill('Represents claimants.');
    if (!javaScriptEnabled) await passMinimumFillTime(other);
    await other.getByRole('button', { name: 'Submit Application' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Application Submitted!');

    await page.goto(`${joinUrl}/resume`);
    await page.getByLabel('Code').fill(code);
    await fillBirthDate(page, '1968');
    await page.getByRole('button', { name: 'Continue my application' }).click();
    await expect(page.getByRole('region', { name: 'No saved answers found' })).toBeVisible();
  });
}

test('without a connection, the page to save and exit says so, keeps what was typed, and then works', {
  tag: '@thorough',
}, async ({ visit }) => {
  const page = await visit();
  await page.goto(joinUrl);
  await fillApplication(page);
  await page.getByRole('button', { name: 'Save and exit' }).click();
  await fillBirthDate(page, '68');
  await page.getByRole('button', { name: 'Show me a code' }).click();
  // Only the script of the page fills it.
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await page.getByLabel('Email address').fill('dana@example.com');
  await fillBirthDate(page, '1968');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Show me a code' }).click();
  await expect(page.getByRole('region', { name: 'No connection' })).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Save and exit/);
  await expect(page.getByLabel('Email address')).toHaveValue('dana@example.com');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Show me a code' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your code');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/^Your code/);
});
