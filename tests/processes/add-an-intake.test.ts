import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getForm } from '../../forms/registry.ts';
import { runningUris } from '../../scripts/mongod.ts';
import { copyCheckout } from '../setup/checkout.ts';
import { hideWorkerSettings } from '../setup/own-settings.ts';
import { hiddenField, type PlainBrowser, plainBrowser } from '../setup/plain-browser.ts';
import { type RunningSite, readCredentials, startSite } from '../setup/site.ts';

const root = join(import.meta.dirname, '../..');
const form = 'forms/hearing-prep';
const line = "export { hearingPrep } from './hearing-prep/intake.ts';\n";

const intake = `import { defineIntake } from '../define-intake.ts';

export const hearingPrep = defineIntake({
  form: 'hearing-prep',
  path: '/hearing-prep',
  startsWithStep: true,
  site: {
    title: 'Prepare Your Hearing',
    noun: 'questions',
    longNoun: 'questions before your hearing',
    description: 'Tell us about your hearing, so that we can prepare you for it.',
    stepWord: 'Step',
    minutes: 'about 3 minutes',
    sent: {
      next: ['We read what you wrote.', 'We call you before your hearing.'],
      impatient: 'Is your hearing this week?',
      copy: { label: 'Download a copy (PDF)' },
      to: '/',
      place: 'the home page',
      label: 'Return to Home',
    },
  },
  email: {
    subject: 'We have your questions',
    more: ['Bring this reference to your hearing.'],
    deed: 'ask us about a hearing',
    action: { label: 'Read questions and answers', path: '/faq' },
  },
  queue: {
    name: 'hearingPrep',
    collection: 'hearing_preps',
    path: '/admin/hearing-preparation',
    one: 'hearing preparation',
    many: 'hearing preparations',
    decidesAgain: false,
  },
});
`;

const evaluation = getForm('case-evaluation');
const application = getForm('attorney-application');
const enter = (what: string) => ({ required: `Enter ${what}`, format: `Enter ${what} as a date` });
const ways = { person: 'In person', phone: 'By phone', video: 'By video' };

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Prepare Your Hearing',
  type: 'object',
  additionalProperties: false,
  required: ['hearing_date', 'held', 'worries', 'name', 'phone', 'email'],
  properties: {
    hearing_date: { type: 'string', maxLength: 10, format: 'date' },
    held: { type: 'string', maxLength: 6, enum: Object.keys(ways) },
    worries: application.schema.properties?.bio,
    name: application.schema.properties?.name,
    phone: evaluation.schema.properties?.phone,
    email: evaluation.schema.properties?.email,
  },
};

const { bio, name } = application.ui.fields;
const { phone, email } = evaluation.ui.fields;
const ui = {
  $schema: '../ui.schema.json',
  title: 'Prepare Your Hearing',
  errorTitle: 'Missing Information',
  errorText: 'Please fill in all required fields.',
  submitErrorTitle: 'Submission Error',
  submitErrorText: 'Please try again.',
  successTitle: 'Questions Sent!',
  successText: 'We call you before your hearing.',
  submit: { label: 'Send my questions' },
  list: ['hearing_date', 'held'],
  steps: [
    { id: 'hearing', title: 'Your hearing', fields: ['hearing_date', 'held', 'worries'] },
    { id: 'contact', title: 'Your contact details', fields: ['name', 'phone', 'email'] },
  ],
  fields: {
    hearing_date: {
      title: 'When is your hearing?',
      shortTitle: 'Hearing',
      hint: 'For example: 4 27 2027',
      widget: 'date',
      messages: enter('the day of your hearing'),
    },
    held: {
      title: 'How is it held?',
      shortTitle: 'Held',
      widget: 'choice',
      options: ways,
      open: true,
      messages: { required: 'Select how it is held' },
    },
    worries: {
      ...bio,
      open: undefined,
      title: 'What do you want to ask us?',
      shortTitle: 'Questions',
      hint: 'Up to 2,000 characters.',
      messages: { ...bio?.messages, required: 'Enter what you want to ask us' },
    },
    name,
    phone,
    email,
  },
};

const answers = {
  hearing_date: '2027-04-27',
  held: 'video',
  worries: 'Will the judge ask about my canary?',
  name: 'Canary Hearingworth',
  phone: '2015550188',
  email: 'canary.hearingworth@example.com',
};

const files: Record<string, unknown> = {
  'schema.json': schema,
  'ui.json': ui,
  'examples/valid/every-answer-given.json': answers,
  'examples/valid/only-what-is-required.json': { ...answers, held: 'person' },
  'examples/valid/by-phone.json': { ...answers, held: 'phone' },
  'examples/invalid/nothing-answered.json': {
    answers: {},
    errors: Object.fromEntries(schema.required.map((field) => [field, 'required'])),
  },
};

const steps = {
  hearing: {
    'hearing_date.month': '4',
    'hearing_date.day': '27',
    'hearing_date.year': '2027',
    held: 'video',
    worries: answers.worries,
  },
  contact: { name: answers.name, phone: '(201) 555-0188', email: answers.email },
};

const { MongoClient } = mongoose.mongo;
let copy: Awaited<ReturnType<typeof copyCheckout>>;
let dataDir: string;
let site: RunningSite;
let client: InstanceType<typeof MongoClient>;
let staff: PlainBrowser;

beforeAll(async () => {
  hideWorkerSettings();
  dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-intake-'));
  copy = await copyCheckout();
  await addForm(copy.folder);
  site = await startSite(copy.folder, dataDir);
  client = await MongoClient.connect((await runningUris(dataDir))?.siteUri ?? '');
  staff = plainBrowser(site.url);
}, 400_000);
afterAll(async () => {
  await client?.close();
  await site?.stop();
  await copy?.remove();
  await rm(dataDir, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

/** Adds the form as a developer does: its folder, its line, and the release of its first version. */
async function addForm(folder: string): Promise<void> {
  for (const [file, content] of Object.entries(files))
    await write(join(folder, form, file), JSON.stringify(content));
  await write(join(folder, form, 'intake.ts'), intake);
  const list = join(folder, 'forms/public-forms.ts');
  await write(list, (await readFile(list, 'utf8')) + line);
  const released = spawnSync(process.execPath, ['forms/check.ts', '--release'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(released.stderr).toBe('');
  expect(released.status).toBe(0);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const collection = () => client.db('portal').collection('hearing_preps');

/** @returns everything that is stored of people. */
async function dumpPortal(): Promise<string> {
  const collections = await client.db('portal').collections();
  const found = await Promise.all(collections.map((each) => each.find().toArray()));
  return JSON.stringify(found);
}

/** @returns the text of the page, without its tags. */
function textOf(html: string): string {
  return html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ').replaceAll(/<[^>]*>/g, ' ');
}

/** Answers both steps as a visitor without JavaScript does. @returns the reference on the confirmation page. */
async function sendForm(visitor: PlainBrowser): Promise<string> {
  const first = await visitor.open('/hearing-prep');
  const posted = await visitor.post('/hearing-prep', {
    ...steps.hearing,
    _token: hiddenField(first, '_token'),
  });
  expect([posted.status, posted.location]).toEqual([303, '/hearing-prep/contact']);
  const openedAt = Date.now();
  const last = await visitor.open('/hearing-prep/contact');
  expect(textOf(last.html)).toContain(answers.worries);
  // Without a proof of work, a form is taken only from a page that was open for five seconds.
  await vi.waitUntil(() => Date.now() - openedAt > 5_100, { timeout: 8_000 });
  const sent = await visitor.post('/hearing-prep/contact', {
    ...steps.contact,
    _token: hiddenField(last, '_token'),
  });
  expect([sent.status, sent.location]).toEqual([303, '/hearing-prep/sent']);
  const { html } = await visitor.open('/hearing-prep/sent');
  expect(textOf(html)).toContain('Questions Sent!');
  return /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(textOf(html))?.[0] ?? '';
}

/** @returns the emails so far, by their subject. */
async function readMail(): Promise<Map<string, string>> {
  const folder = join(dataDir, 'mail');
  const names = existsSync(folder) ? await readdir(folder) : [];
  const emails = await Promise.all(names.map((each) => readFile(join(folder, each), 'utf8')));
  return new Map(emails.map((text) => [/^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(text)?.[1] ?? '', text]));
}

test('a new public form is its folder and one line', async () => {
  const listing = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const known = listing.stdout.split('\n').filter((file) => file && existsSync(join(root, file)));
  const pairs = known.map(async (file) => {
    const [before, after] = await Promise.all(
      [root, copy.folder].map((at) => readFile(join(at, file), 'latin1')),
    );
    return { file, before, after };
  });
  const changed = (await Promise.all(pairs)).filter(({ before, after }) => before !== after);
  expect(changed.map(({ file }) => file)).toEqual(['forms/public-forms.ts']);
  expect(changed[0]?.after).toBe(`${changed[0]?.before}${line}`);
});

test('a form without answers gets a sentence per question, and stores nothing', async () => {
  const visitor = plainBrowser(site.url);
  const page = await visitor.open('/hearing-prep');
  expect(textOf(page.html)).toContain('When is your hearing?');
  const { status, html } = await visitor.post('/hearing-prep', { _token: hiddenField(page, '_token') });
  expect(status).toBe(400);
  for (const sentence of [
    'Enter the day of your hearing',
    'Select how it is held',
    'Enter what you want to ask us',
  ])
    expect(textOf(html)).toContain(sentence);
  const ahead = await visitor.post('/hearing-prep/contact', {
    ...steps.contact,
    _token: hiddenField(page, '_token'),
  });
  expect([ahead.status, ahead.location]).toEqual([303, '/hearing-prep/hearing']);
  expect(await collection().countDocuments()).toBe(0);
});

test('nobody but staff may see what was sent', async () => {
  const stranger = plainBrowser(site.url);
  for (const path of ['/admin/hearing-preparation', '/admin/hearing-preparation/0123456789abcdef01234567']) {
    const { status, location } = await stranger.open(path);
    expect([status, location]).toEqual([302, expect.stringContaining('/admin/login?next=')]);
  }
  for (const call of ['list?input={}', 'pending', 'detail?input={"id":"0123456789abcdef01234567"}']) {
    expect((await stranger.open(`/trpc/hearingPrep.${call}`)).status).toBe(401);
  }
});

test('its address is in the sitemap, and no page of editors can take it', async () => {
  expect((await plainBrowser(site.url).open('/sitemap.xml')).html).toContain(
    `${site.url}/hearing-prep</loc>`,
  );
  const { cms } = await readCredentials(dataDir);
  const call = (path: string, cookie: string, body: unknown) =>
    fetch(`${site.url}/cms/api/${path}`, {
      method: 'POST',
      headers: {
        origin: site.url,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie,
      },
      body: JSON.stringify(body),
    });
  const signedIn = await call('users/login', '', { email: cms.email, password: cms.password });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const publish = (slug: string) =>
    call('pages', cookie, {
      slug,
      title: 'Hearings',
      navLabel: 'Hearings',
      lead: 'A page of editors.',
      blocks: [{ blockType: 'keyPoints', heading: 'Points', points: [{ text: 'One point.' }] }],
      _status: 'published',
    });
  const refused = await publish('hearing-prep');
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('The site itself uses /hearing-prep.');
  expect((await publish('hearings')).status).toBe(201);
});

test('it is sent, confirmed, encrypted, reviewed and exported without another line of code', async () => {
  const reference = await sendForm(plainBrowser(site.url));
  expect(reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);

  const stored = await collection().findOne({ reference });
  expect(stored).toMatchObject({ form: 'hearing-prep', status: 'pending', answers: { held: 'video' } });
  const dump = await dumpPortal();
  expect(dump).toContain(reference);
  for (const answer of [answers.worries, answers.name, answers.phone, answers.email, answers.hearing_date])
    expect(dump).not.toContain(answer);
  await vi.waitFor(
    async () => {
      const emails = await readMail();
      const confirmation = emails.get(`We have your questions, reference ${reference}`);
      expect(confirmation).toContain(`To: ${answers.email}`);
      expect(confirmation).toContain('Bring this reference to your hearing.');
      expect([...emails.values()].some((each) => each.includes('hearing preparation'))).toBe(true);
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(await client.db('portal').collection('outbox').distinct('kind')).toContain(
    'hearing-prep-confirmation',
  );

  const { admin } = await readCredentials(dataDir);
  const signedIn = await staff.post('/admin/login', { way: 'password', password: admin.password });
  expect([signedIn.status, signedIn.location]).toEqual([302, '/admin/dashboard']);
  const dashboard = await staff.open('/admin/dashboard');
  expect(textOf(dashboard.html)).toMatch(/Hearing preparations\s+1 waiting for review/);
  const list = await staff.open('/admin/hearing-preparation');
  for (const text of [answers.name, '4/27/2027', 'By video']) expect(textOf(list.html)).toContain(text);

  const record = `/admin/hearing-preparation/${stored?._id}`;
  const details = await staff.open(record);
  expect(textOf(details.html)).toContain(answers.worries);
  expect((await staff.open(`${record}/pdf`)).html).toMatch(/^%PDF/);
  const token = hiddenField(details, 'token');
  const approved = await staff.post(record, { decision: 'approved', token });
  expect([approved.status, approved.location]).toEqual([303, '/admin/hearing-preparation']);
  const after = await staff.open('/admin/hearing-preparation');
  expect(textOf(after.html)).toContain('Hearing preparation marked as approved');
  expect(await collection().findOne({ reference })).toMatchObject({ status: 'approved' });

  const days = { from: '2026-01-01', to: '9998-12-31' };
  const choice = { kind: 'hearingPrep', format: 'csv', token };
  const file = await staff.post('/admin/exports/file', { ...choice, ...days });
  for (const text of [reference, answers.name, answers.worries, 'By video'])
    expect(file.html).toContain(text);
  const retention = await staff.open('/admin/retention');
  expect(textOf(retention.html)).toContain('Rejected hearing preparations');
});
