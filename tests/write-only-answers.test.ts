import { type IntakeForm, intakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { isWriteOnly } from '@claimdesk/forms/write-only';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageDataType } from '../web/app/ui/islands/page-data.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { callAs } from './setup/calls.ts';
import { empty } from './setup/deps.ts';
import { formPages } from './setup/form-pages.ts';
import { type FormVisitor, visitForm } from './setup/form-visitor.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
});
afterAll(() => running.close());

const ssn = '212847391';
/** The formats in which a page could leak the number: stored, typed, and its first five digits. */
const ssnFormats = [ssn, '212-84-7391', '21284', '212-84'];
/** Challenges and times: longer than a number, and with any five digits in them now and then. */
const randomRuns = /[\da-f]{10,}/g;

/** @returns a step's form entries from the example, with dates split into their parts. */
function entriesOf(form: IntakeForm, step: string): [string, string][] {
  const { ui } = getForm(form);
  const example = { ...developerForms.exampleOf(form), ...('ssn' in ui.fields && { ssn }) };
  const fields = ui.steps.find(({ id }) => id === step)?.fields ?? [];
  return fields.flatMap((name): [string, string][] => {
    const value = Object.hasOwn(example, name) ? example[name as keyof typeof example] : undefined;
    if (value === undefined) return [];
    if (ui.fields[name]?.widget === 'date') {
      const [year = '', month = '', day = ''] = String(value).split('-');
      return [
        [`${name}.month`, month],
        [`${name}.day`, day],
        [`${name}.year`, year],
      ];
    }
    return [[name, String(value) === 'true' ? 'on' : String(value)]];
  });
}

function expectNoSsn(
  { body, headers }: Pick<LightMyRequestResponse, 'body' | 'headers'>,
  where: string,
): void {
  // A page can be as long as the first five digits say.
  const { 'content-length': _, ...named } = headers;
  const text = body + JSON.stringify(named);
  expect(text.includes(ssn), `${ssn} in ${where}`).toBe(false);
  const withoutRandom = text.replaceAll(randomRuns, '');
  for (const written of ssnFormats)
    expect(withoutRandom.includes(written), `${written} in ${where}`).toBe(false);
}

/** Checks every page of the form, as HTML and as a data response, and the call behind them. @returns all bodies of pages. */
async function checkAllPages(form: IntakeForm, visitor: FormVisitor): Promise<string> {
  const { path } = formPages[form];
  const steps = getForm(form).ui.steps.map(({ id }) => `${path}/${id}`);
  const others = ['', '/sent', '/finish-later', '/resume', '/delete-answers', '/no-copy'];
  let bodies = '';
  for (const page of [...steps, ...others.map((each) => path + each)]) {
    for (const url of [page, `${page}.data`, `${page}?change=1`]) {
      const response = await visitor.open(url);
      expectNoSsn(response, url);
      bodies += response.body;
    }
    const data = await visitor.open(page, pageDataType);
    expectNoSsn(data, `the data of ${page}`);
    bodies += data.body;
  }
  for (const step of [undefined, ...getForm(form).ui.steps.map(({ id }) => id)]) {
    const from = { address: visitor.remoteAddress, cookie: visitor.cookie };
    const answer = await callAs(from, { name: 'intake.open', input: { form, step } }, running.deps);
    expect(answer.status).toBe(200);
    expectNoSsn({ body: JSON.stringify(answer), headers: {} }, `intake.open ${step}`);
  }
  return bodies;
}

describe.each(intakes.map(({ form }) => form))('%s', (form) => {
  const { ui } = getForm(form);
  const secret = Object.entries(ui.fields).filter(([, field]) => isWriteOnly(field));

  test('never returns a Social Security number that was posted, whatever else was invalid', {
    tags: 'thorough',
  }, async () => {
    await empty(running.deps, 'limits');
    const visitor = await visitForm(running.site, form);
    let bodies = '';
    for (const { id, fields } of ui.steps) {
      const entries = entriesOf(form, id);
      const [first, ...others] = entries;
      const posts = [
        // Invalid in another answer, in the number itself, and by a field that the form does not have.
        others,
        entries.map(([name, value]): [string, string] => [name, name === 'ssn' ? `${ssn}0` : value]),
        [...entries, ['status', ssn] as [string, string]],
        [...entries, ['_later', '1'] as [string, string]],
        first ? [first] : [],
        entries,
      ];
      for (const post of posts) {
        expectNoSsn(await visitor.post(id, post), `the answer to ${id}`);
        expectNoSsn(await visitor.postData(id, post), `the data in answer to ${id}`);
        if (secret.some(([name]) => fields.includes(name))) bodies += await checkAllPages(form, visitor);
      }
    }
    bodies += await checkAllPages(form, visitor);
    if (secret.length > 0) expect(bodies).toContain('Given, ending 7391');
  });
});
