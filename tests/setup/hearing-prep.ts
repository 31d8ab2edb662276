import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getForm } from '../../forms/registry.ts';

const root = join(import.meta.dirname, '../..');
const form = 'forms/hearing-prep';
/** The one line outside the form's folder. */
export const line = "export { hearingPrep } from './hearing-prep/intake.ts';\n";

const intake = `import { defineIntake } from '../define-intake.ts';

export const hearingPrep = defineIntake({
  form: 'hearing-prep',
  path: '/hearing-prep',
  startsWithStep: true,
  site: {
    title: 'Prepare Your Hearing',
    shortName: 'questions',
    fullName: 'questions before your hearing',
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
    senderAction: 'ask us about a hearing',
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

/** What a visitor answers. */
export const answers = {
  // A day on which nothing in the test is stored or expires.
  hearing_date: '2061-04-27',
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

/** The answers as the native form of each step posts them. */
export const steps = {
  hearing: {
    'hearing_date.month': '4',
    'hearing_date.day': '27',
    'hearing_date.year': '2061',
    held: 'video',
    worries: answers.worries,
  },
  contact: { name: answers.name, phone: '(201) 555-0188', email: answers.email },
};

/** Adds the form as a developer does: its folder, its line, and the release of its first version. */
export async function addHearingPrep(folder: string): Promise<void> {
  for (const [file, content] of Object.entries(files))
    await write(join(folder, form, file), JSON.stringify(content));
  await write(join(folder, form, 'intake.ts'), intake);
  const list = join(folder, 'forms/public-forms.ts');
  await write(list, (await readFile(list, 'utf8')) + line);
  const released = spawnSync(process.execPath, ['forms/check.ts', '--release'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (released.status !== 0 || released.stderr) throw new Error(released.stderr);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** @returns the files of the checkout, other than new ones, that differ in a copy of it, with both texts. */
export async function changedFiles(copy: string): Promise<{ file: string; before: string; after: string }[]> {
  const listing = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const known = listing.stdout.split('\n').filter((file) => file && existsSync(join(root, file)));
  const pairs = known.map(async (file) => {
    const [before = '', after = ''] = await Promise.all(
      [root, copy].map((at) => readFile(join(at, file), 'latin1')),
    );
    return { file, before, after };
  });
  return (await Promise.all(pairs)).filter(({ before, after }) => before !== after);
}
