import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInAllLooks } from '../setup/axe.ts';
import { addStaff, dialogReady, leave, openPage, sendEvaluation, signIn } from '../setup/back-office.ts';
import { signContract } from '../setup/contracts.ts';
import { newPerson, registerClientPage } from '../setup/portal.ts';

const reason = 'Told us the reference on the phone';
const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
const success = (page: Page) => page.locator('.notice.success');

test('staff link an evaluation by its reference, see who did, and say that it is somebody else’s', async ({
  browser,
}) => {
  const { reference } = await sendEvaluation();
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, path);
  const evaluations = section(page, 'Case evaluations');
  await evaluations.getByRole('link', { name: 'Link a case evaluation' }).click();
  const dialog = page.getByRole('dialog');
  await dialogReady(page);
  await dialog.getByLabel('Reference').fill('K7QH');
  await dialog.getByRole('button', { name: 'Link' }).click();
  const refused = dialog.getByRole('region', { name: 'Nothing was changed' });
  await expect(refused).toContainText('Give the reason, in at least 5 characters');
  await expect(dialog.getByLabel('Reference')).toHaveValue('K7QH');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Link' }).click();
  await expect(refused).toContainText('There is no case evaluation with this reference.');
  await expect(dialog.getByLabel('Reason')).toHaveValue(reason);
  await expectAccessibleInAllLooks(page);

  await dialog.getByLabel('Reference').fill(reference.toLowerCase());
  await dialog.getByRole('button', { name: 'Link' }).click();
  await expect(success(page)).toContainText('Linked');
  await expect(evaluations).toContainText(`Case evaluation ${reference}`);
  await expect(evaluations).toContainText(reason);
  await expectAccessibleInAllLooks(page);

  await evaluations.getByRole('link', { name: `Case evaluation ${reference}`, exact: true }).click();
  await page.getByRole('link', { name: /^client page of/ }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));

  await evaluations.getByRole('link', { name: `Not this client’s case evaluation ${reference}` }).click();
  await dialogReady(page);
  await expect(dialog.getByRole('heading')).toHaveText('Not this client’s case evaluation?');
  await dialog.getByLabel('Reason').fill('Another person of that name');
  await dialog.getByRole('button', { name: 'Not this client’s' }).click();
  await expect(success(page)).toContainText('no longer shown');
  await expect(evaluations).not.toContainText(reference);
  await section(page, 'Possible duplicates').getByText('Not this client’s (1)').click();
  await expect(section(page, 'Possible duplicates')).toContainText('Another person of that name');
  await leave(page);
});

test('a contract of another number is linked by its reference, and those who may only look see no way to', {
  tag: '@thorough',
}, async ({ browser }) => {
  const reference = await signContract(newPerson().ssn);
  const path = await registerClientPage();
  const page = await openPage(browser);
  await signIn(page, `${path}/link-contract`);
  const dialog = page.getByRole('dialog');
  await dialogReady(page);
  await dialog.getByLabel('Reference').fill(reference);
  await dialog.getByLabel('Reason').fill('A typing error in the number');
  await dialog.getByRole('button', { name: 'Link' }).click();
  await expect(section(page, 'Contracts')).toContainText('A typing error in the number');
  await expect(section(page, 'Phones')).toContainText('(201) 555-0123');

  const reader = await openPage(browser);
  await signIn(reader, path, await addStaff('read_only'));
  await expect(section(reader, 'Contracts')).toContainText(reference);
  await expect(reader.getByRole('link', { name: /this client’s/i })).toHaveCount(0);
  await reader.goto(`${path}/link-contract`);
  await expect(reader.getByRole('main')).toContainText('may only look at records');
  await leave(page);
  await leave(reader);
});
