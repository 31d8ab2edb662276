import { getForm } from '@claimdesk/forms/registry';
import { isWriteOnly } from '@claimdesk/forms/write-only';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IntakeForm, submissionHandlers } from '../api/casework/intake/submission-handlers.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { empty } from './setup/deps.ts';
import { type FormVisitor, formPages, visitForm } from './setup/form-visitor.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
}, 120_000);
afterAll(() => running.close());

const ssn = '212847391';
/** However a page could write the number: as it is stored, as it is typed, and its first digits alone. */
const writtenSsn = [ssn, '212-84-7391', '21284', '212-84'];

/** What a step posts, from an example; a date in its parts. */
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

function expectNoSsn({ body, headers }: LightMyRequestResponse, where: string): void {
  const text = body + JSON.stringify(headers);
  for (const written of writtenSsn) expect(text.includes(written), `${written} in ${where}`).toBe(false);
}

/** Every page of the form as HTML and as the data that a running page loads, and the API's own answers. */
async function lookEverywhere(form: IntakeForm, visitor: FormVisitor): Promise<string> {
  const { path } = formPages[form];
  const steps = getForm(form).ui.steps.map(({ id }) => `${path}/${id}`);
  const others = ['', '/sent', '/finish-later', '/resume', '/delete-answers', '/no-copy'];
  let all = '';
  for (const page of [...steps, ...others.map((each) => path + each)]) {
    for (const url of [page, `${page}.data`, `${page}?change=1`]) {
      const opened = await visitor.open(url);
      expectNoSsn(opened, url);
      all += opened.body;
    }
  }
  for (const step of [undefined, ...getForm(form).ui.steps.map(({ id }) => id)]) {
    const input = encodeURIComponent(JSON.stringify({ form, step }));
    const answer = await visitor.open(`/trpc/intake.open?input=${input}`);
    expect(answer.statusCode).toBe(200);
    expectNoSsn(answer, `intake.open ${step}`);
  }
  return all;
}

describe.each(Object.keys(submissionHandlers) as IntakeForm[])('%s', (form) => {
  const { ui } = getForm(form);
  const secret = Object.entries(ui.fields).filter(([, field]) => isWriteOnly(field));

  test('has the Social Security number in no answer once it was posted, whatever else was wrong', async () => {
    await empty(running.deps, 'limits');
    const visitor = await visitForm(running.site, form);
    let seen = '';
    for (const { id } of ui.steps) {
      const entries = entriesOf(form, id);
      const [first, ...others] = entries;
      const posts = [
        // Wrong in another answer, in the number itself, and with a field that the form does not have.
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
        if (secret.length > 0) seen += await lookEverywhere(form, visitor);
      }
    }
    seen += await lookEverywhere(form, visitor);
    if (secret.length > 0) expect(seen).toContain('Given, ending 7391');
  }, 60_000);
});
