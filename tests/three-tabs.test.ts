/** @module-tag thorough */

import { type IntakeForm, intakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readDraft, writeDraft } from '../api/casework/intake/drafts.ts';
import { caseworkLimits } from '../api/casework/limits.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { empty } from './setup/deps.ts';
import { formPages } from './setup/form-pages.ts';
import { visitForm } from './setup/form-visitor.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const rounds = 8;

let running: SiteInProcess;
let url: string;
beforeAll(async () => {
  running = await openSite();
  url = await running.site.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => vi.useRealTimers());
afterAll(() => running.close());

/** A visitor who has answered all but the last step, with the form tokens of three tabs that show it. */
async function openThreeTabs(form: IntakeForm) {
  const { deps, site } = running;
  const { steps } = getForm(form).ui;
  const last = steps.at(-1);
  const visitor = await visitForm(site, form);
  const example = Object.entries(developerForms.exampleOf(form));
  const earlier = example.filter(([field]) => !last?.fields.includes(field));
  await writeDraft(visitor.secret, form, Object.fromEntries(earlier), deps);
  const lastUrl = `${formPages[form].path}/${last?.id}`;
  const tabs = [];
  for (let tab = 0; tab < 3; tab += 1) {
    const { body } = await visitor.open(tab === 0 && steps.length === 1 ? formPages[form].first : lastUrl);
    tabs.push(body.match(/name="_token" value="([^"]+)"/)?.[1] ?? '');
  }
  return { visitor, lastUrl, tabs, typed: example.filter(([field]) => last?.fields.includes(field)) };
}

/** Posts from all tabs at once, over real connections. */
function postAll({ visitor, lastUrl, tabs, typed }: Awaited<ReturnType<typeof openThreeTabs>>) {
  return Promise.all(
    tabs.map(async (token) => {
      const answers = typed.map(([name, value]) => [name, value === true ? 'on' : String(value)]);
      return fetch(url + lastUrl, {
        method: 'POST',
        body: new URLSearchParams([...answers, ['_token', token]]),
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          cookie: visitor.cookie,
          origin: running.deps.settings.PUBLIC_URL,
          'sec-fetch-site': 'same-origin',
        },
      });
    }),
  );
}

describe.each(intakes)('$form, submitted from three tabs at once without JavaScript,', ({ form, queue }) => {
  const collection = queue?.collection ?? 'signed_contracts';
  test(`leads all of them to the same confirmation, ${rounds} times out of ${rounds}`, async () => {
    const { deps } = running;
    for (let round = 0; round < rounds; round += 1) {
      await empty(deps, collection, 'limits', 'outbox');
      // Leaves one submission within the network's rate limit.
      for (let sent = 0; sent < 4; sent += 1)
        await deps.limits.reserve(caseworkLimits.publicForm, '127.0.0.1');
      const opened = await openThreeTabs(form);
      // Skips the minimum fill time of five seconds for pages without JavaScript.
      vi.useFakeTimers({ now: Date.now() + 6_000, toFake: ['Date'] });
      const responses = await postAll(opened);
      vi.useRealTimers();
      const { path } = formPages[form];
      expect(responses.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
        Array(3).fill([303, `${path}/sent`]),
      );
      const { reference, answers } = await readDraft(opened.visitor.secret, form, deps);
      expect(answers).toEqual({});
      expect((await opened.visitor.open(`${path}/sent`)).body).toContain(reference);
      const stored = await deps.portal.collection(collection).find({}).toArray();
      expect(stored.map((each) => each.reference)).toEqual([reference]);
    }
  });
});
