import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { intakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeDraft } from '../api/casework/intake/drafts.ts';
import { caseworkLimits } from '../api/casework/limits.ts';
import { addTexts } from '../seed/seed-texts.ts';
import { pageDataType } from '../web/app/ui/islands/page-data.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { sampleAttorney } from './setup/attorneys.ts';
import { eventually } from './setup/eventually.ts';
import { formPages } from './setup/form-pages.ts';
import { visitForm } from './setup/form-visitor.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
  const { payload } = running.deps;
  for (const collection of ['pages', 'articles', 'faq', 'attorneys'] as const)
    await payload.delete({ collection, where: {} });
  await addTexts(payload);
  running.deps.content.forget();
});
afterAll(async () => {
  await running.deps.payload.delete({ collection: 'attorneys', where: {} });
  await running.close();
});

let visitors = 0;

async function open(url: string, cookie = '') {
  visitors += 1;
  const remoteAddress = `10.17.${visitors >> 8}.${visitors & 255}`;
  const page = await running.site.inject({ url, headers: { accept: 'text/html', cookie }, remoteAddress });
  expect([url, page.statusCode]).toEqual([url, 200]);
  return page;
}

/** What every visitor has for themselves: the form's token and the nonce of the scripts. */
function ownOf(body: string): string[] {
  return [/name="_token" value="([^"]+)"/, /nonce="([^"]+)"/].map((pattern) => pattern.exec(body)?.[1] ?? '');
}

const withoutValue = (cookie: { value: string }) => ({ ...cookie, value: '' });

const withoutOwn = (body: string) =>
  ownOf(body).reduce((text, own, at) => (own ? text.replaceAll(own, `own ${at}`) : text), body);

describe.each([...Object.values(formPages).map(({ first }) => first), '/client-login', '/client-register'])(
  'the form at %s',
  (url) => {
    test('has a token, a nonce and a cookie for each visitor, and is alike in all else', async () => {
      const pages = [];
      for (let visitor = 0; visitor < 5; visitor += 1) pages.push(await open(url));
      // For whoever has any cookie it is rendered; for all others it comes from memory.
      pages.push(await open(url, 'colors=dark'));
      const own = pages.map(({ body }) => ownOf(body));
      const each = own.flat();
      expect(each).not.toContain('');
      expect(new Set(each).size).toBe(each.length);
      for (const [at, { headers, body, cookies }] of pages.entries()) {
        expect(headers['content-security-policy']).toContain(`'nonce-${own[at]?.[1]}'`);
        expect(headers['cache-control']).toBe('no-store');
        expect(headers.etag).toBeUndefined();
        const [secret = ''] = cookies.map(({ value }) => value);
        expect(secret).not.toBe('');
        expect(body).not.toContain(secret);
      }
      expect(new Set(pages.map(({ cookies }) => cookies[0]?.value)).size).toBe(pages.length);
      expect(new Set(pages.map(({ body }) => withoutOwn(body))).size).toBe(1);
      expect(new Set(pages.map(({ headers }) => Object.keys(headers).sort().join())).size).toBe(1);
      expect(new Set(pages.map(({ cookies }) => JSON.stringify(cookies.map(withoutValue)))).size).toBe(1);
    });

    test('is the same in each compression, with values of its own', async () => {
      const plain = withoutOwn((await open(url)).body);
      for (const [encoding, unpack] of [
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
      ] as const) {
        const headers = { 'accept-encoding': encoding };
        const page = await running.site.inject({ url, headers, remoteAddress: '10.18.0.1' });
        expect(page.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
        expect(withoutOwn(unpack(page.rawPayload).toString())).toBe(plain);
      }
    });

    test('holds no challenge; its script gets another one each time that it asks', async () => {
      expect((await open(url)).body).toContain('&quot;challenge&quot;:null');
      const asked = [];
      for (let time = 0; time < 2; time += 1)
        asked.push((await running.site.inject({ url, headers: { accept: pageDataType } })).json().page);
      const nonces = asked.flatMap(({ challenge }) => challenge?.parameters.nonce ?? []);
      expect(nonces).toHaveLength(asked[0].needsProof ? 2 : 0);
      expect(new Set(nonces).size).toBe(nonces.length);
    });

    test('shows what changed on the site at once', async () => {
      const { payload } = running.deps;
      for (const firmName of ['A Firm of Another Name', 'Firm']) {
        await payload.updateGlobal({ slug: 'site', data: { firmName } });
        await eventually(async () => expect((await open(url)).body).toContain(`${firmName}</title>`));
      }
    });
  },
);

describe.each(intakes.map(({ form }) => form))('the first page of %s', (form) => {
  const [first] = getForm(form).ui.steps;
  const example = developerForms.exampleOf(form);
  const answers = Object.fromEntries(
    Object.entries(example).filter(([field]) => first?.fields.includes(field)),
  );

  test("takes no other visitor's token", async () => {
    const [one, other] = [await visitForm(running.site, form), await visitForm(running.site, form)];
    const posted = { ...one, cookie: other.cookie };
    const answer = await running.site.inject({
      method: 'POST',
      url: `${formPages[form].path}/${first?.id}`,
      payload: new URLSearchParams({ _token: one.token }).toString(),
      remoteAddress: posted.remoteAddress,
      headers: {
        origin: running.deps.settings.PUBLIC_URL,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        cookie: other.cookie,
      },
    });
    expect(answer.statusCode).toBe(403);
  });

  test('shows answers to nobody but who gave them', async () => {
    const before = withoutOwn((await open(formPages[form].first)).body);
    const visitor = await visitForm(running.site, form);
    await writeDraft(visitor.secret, form, answers, running.deps);
    const theirs = await visitor.open(formPages[form].first);
    expect(withoutOwn(theirs.body)).not.toBe(before);
    expect(withoutOwn((await open(formPages[form].first)).body)).toBe(before);
    expect(withoutOwn((await visitor.open(formPages[form].first)).body)).toBe(withoutOwn(theirs.body));
  });
});

test('only a network that has begun many forms is asked for a proof of work, whoever came first', async () => {
  const url = formPages['case-evaluation'].first;
  const busy = '10.19.0.1';
  const openFrom = async (remoteAddress: string) =>
    (await running.site.inject({ url, headers: { accept: 'text/html' }, remoteAddress })).body;
  for (let begun = 0; begun < 60; begun += 1)
    await running.deps.limits.reserve(caseworkLimits.beginDraft, busy);
  running.deps.content.forget();
  for (const [address, needed] of [
    [busy, true],
    ['10.19.0.2', false],
    [busy, true],
  ] as const) {
    const body = await openFrom(address);
    expect(body.includes('name="_proof"')).toBe(needed);
    expect(body).toContain(`&quot;needsProof&quot;:${needed}`);
  }
});

describe('a search', () => {
  test.each(['zebrafinch', 'appeal for Zebrafinch', 'denied 2019', '123-45-6789'])(
    'with words that are not ours is kept nowhere: %s',
    async (q) => {
      const url = `/search?${new URLSearchParams({ q })}`;
      for (const page of [await open(url), await open(url)]) {
        expect(page.headers).toMatchObject({ 'cache-control': 'no-store' });
        expect(page.headers.etag).toBeUndefined();
      }
    },
  );

  test('with our own words is kept by no browser, and in memory until what it found changes', async () => {
    const { payload, content } = running.deps;
    const url = '/search?q=vtc+hearings';
    const [one, other] = [await open(url), await open(url)];
    expect(one.headers).toMatchObject({ 'cache-control': 'no-store', etag: other.headers.etag });
    expect(one.headers.etag).toBeDefined();
    await payload.update({
      collection: 'articles',
      where: { slug: { equals: 'vtc-hearings' } },
      data: { title: 'VTC hearings, with a new title' },
    });
    content.forget('articles');
    expect((await open(url)).body).toContain('with a new title');
  });
});

describe('the list of a state', () => {
  test('shows what changed of an attorney at once, however its address is written', async () => {
    const { payload } = running.deps;
    const { id } = await payload.create({
      collection: 'attorneys',
      data: { ...sampleAttorney, state: 'NJ', firm: 'Old Firm' },
    });
    const urls = [
      '/attorney-directory',
      '/attorney-directory?state=NJ',
      '/attorney-directory?zip=&q=&state=nj',
    ];
    for (const url of urls)
      await eventually(async () => expect((await open(url)).body).toContain('Old Firm'));
    await payload.update({ collection: 'attorneys', id, data: { firm: 'New Firm' } });
    for (const url of urls)
      await eventually(async () => expect((await open(url)).body).toContain('New Firm'));
    const [one, other] = [await open(urls[1] ?? ''), await open(urls[2] ?? '')];
    expect(one.headers.etag).toBeDefined();
    expect(other.headers.etag).toBe(one.headers.etag);
  });
});
