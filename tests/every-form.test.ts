import { presentAnswers } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { allDefinitions } from '@claimdesk/forms/development';
import { answersToCsv, answersToJson } from '@claimdesk/forms/export';
import type { IntakeForm } from '@claimdesk/forms/intakes';
import { validateAnswers } from '@claimdesk/forms/validate';
import type { FastifyInstance } from 'fastify';
import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agreementCookie } from '../api/casework/contracts/agreement/agreement-cookie.ts';
import { readContract } from '../api/casework/contracts/list-contracts.ts';
import { submissionHandlers } from '../api/casework/intake/submission-handlers.ts';
import { submissionKinds } from '../api/casework/submission-kinds.ts';
import { answerParts } from '../api/casework/submissions/answers-pdf-document.ts';
import { decryptAnswers, encryptAnswers } from '../api/casework/submissions/encrypted-answers.ts';
import { readSubmission } from '../api/casework/submissions/list-submissions.ts';
import type { Deps } from '../api/platform/deps.ts';
import { readPdf } from '../api/platform/documents/fixtures/read-pdf.ts';
import { makePdfRenderer } from '../api/platform/documents/pdf/pdf-renderer.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { siteWithoutDatabase } from '../web/testing/site-without-database.ts';
import { openDeps, visitor } from './setup/deps.ts';

interface Storage {
  collection: string;
  /** As staff do. */
  read: (id: string, deps: Deps) => Promise<unknown>;
}

/** Where the submissions of a public form are stored. */
function storageOf(form: IntakeForm): Storage {
  const kind = Object.values(submissionKinds).find((each) => each.form === form);
  if (!kind)
    return {
      collection: 'signed_contracts',
      read: (id, deps) => readContract({ id }, { deps, staff: { account: { representativeName: null } } }),
    };
  return { collection: kind.collection.name, read: (id, deps) => readSubmission(kind, { id }, { deps }) };
}

const forms = allDefinitions().map((definition) => ({
  name: definition.form,
  definition,
  answers: developerForms.exampleOf(definition.form),
}));
const pdfRenderer = makePdfRenderer();
let deps: Deps;
let site: FastifyInstance;

beforeAll(async () => {
  deps = await openDeps();
  site = await siteWithoutDatabase({ env: { DEVELOPER_PAGES: true } });
});
afterAll(async () => {
  await site.close();
  await pdfRenderer.stop();
  await deps.close();
});

function hasHandler(form: string): form is IntakeForm {
  return Object.hasOwn(submissionHandlers, form);
}

/** Answers that the contract stores differently: the address in one line, and the name as signed. */
function asStored(form: string, { address_line_2, ...answers }: Answers): Answers {
  if (form !== 'contract') return address_line_2 === undefined ? answers : { ...answers, address_line_2 };
  return {
    ...answers,
    street_address: [answers.street_address, address_line_2].filter(Boolean).join(', '),
    signature_name: `${answers.first_name} ${answers.last_name}`,
  };
}

/** @returns the stored document, its decrypted answers and what staff read; forms without a handler are only encrypted and decrypted. */
async function store(definition: FormDefinition, answers: Answers) {
  const { form } = definition;
  if (!hasHandler(form)) {
    const location = { collection: form, document: new Types.ObjectId().toHexString() };
    const ring = await deps.keys.for(location.document);
    const encrypted = encryptAnswers(answers, ring, location);
    return {
      raw: JSON.stringify(encrypted),
      decrypted: decryptAnswers(encrypted, ring, location),
    };
  }
  const { call, context } = visitor(deps);
  await call.contracts.agreement();
  const { reference } = await submissionHandlers[form].submit(
    { answers, key: `every ${form}`, agreement: agreementCookie.read(context.cookies) },
    context,
  );
  const { collection, read } = storageOf(form);
  const document = await deps.portal.collection(collection).findOne({ reference });
  const location = { collection, document: String(document?._id) };
  const ring = await deps.keys.of(document?._id);
  return {
    raw: JSON.stringify(document),
    decrypted: decryptAnswers(document?.answers, ring, location),
    read: JSON.stringify(await read(location.document, deps)),
  };
}

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/** @returns the answers as this audience reads them; for a group, those to its questions. */
function valuesFor(definition: FormDefinition, answers: Answers, audience: 'staff' | 'outside'): string[] {
  return presentAnswers(definition, answers, { audience }).flatMap(({ value, items }) =>
    items ? items.flatMap((item) => item.answers.map((each) => each.value)) : [value],
  );
}

describe.each(forms)('$name', ({ definition, answers }) => {
  const { fields } = definition.ui;
  const hiddenFrom = (audience: 'staff' | 'outside') =>
    Object.entries(answers).filter(
      ([field]) => fields[field]?.secret || (audience === 'outside' && fields[field]?.masked),
    );

  test('has an example that answers every question', () => {
    const result = validateAnswers(definition, answers);
    expect(result).toEqual({ ok: true, answers });
    const asked = definition.ui.steps.flatMap((step) => step.fields);
    expect(asked.filter((field) => !Object.hasOwn(answers, field))).toEqual([]);
  });

  test('is stored as answered, and unreadable in the database', async () => {
    const { raw, decrypted, read } = await store(definition, answers);
    const expected = asStored(definition.form, answers);
    expect(decrypted).toEqual(expected);
    for (const answer of Object.values(expected)) {
      if (typeof answer === 'string' && answer.length > 3) expect(raw).not.toContain(answer);
    }
    if (read) {
      for (const value of valuesFor(definition, expected, 'staff')) {
        if (value !== 'Not given') expect(read).toContain(JSON.stringify(value).slice(1, -1));
      }
    }
  });

  test('is shown to staff in full, except for secret answers', async () => {
    const { body } = await site.inject({ url: `/dev/forms/${definition.form}/staff?plain` });
    for (const value of valuesFor(definition, answers, 'staff')) {
      if (value !== 'Not given') expect(body).toContain(escaped(value));
    }
    for (const [, secret] of hiddenFrom('staff')) expect(body).not.toContain(String(secret));
  });

  test('is rendered in full as a PDF, except for answers that must not leave the back office', async () => {
    const bytes = await pdfRenderer.render({
      title: definition.ui.title,
      firm: 'Test Firm',
      reference: 'ABCD-EFGH',
      date: new Date(0),
      parts: answerParts(definition, answers),
    });
    const text = withoutSpaces((await readPdf(bytes)).text);
    for (const value of valuesFor(definition, answers, 'outside'))
      expect(text).toContain(withoutSpaces(value));
    for (const [, secret] of hiddenFrom('outside')) expect(text).not.toContain(String(secret));
  });

  test('is exported in full as CSV and JSON, except for answers that must not leave the back office', async () => {
    const rows = [{ given: { definition, answers }, facts: {} }];
    let csv = '';
    for await (const chunk of answersToCsv({ versions: [definition], facts: [], rows })) csv += chunk;
    for (const { value } of presentAnswers(definition, answers, { audience: 'outside', missing: '' })) {
      expect(csv).toContain(`"${value.replaceAll('"', '""')}"`);
    }
    let json = '';
    for await (const chunk of answersToJson({ versions: [definition], facts: [], rows })) json += chunk;
    const [exported] = JSON.parse(json);
    for (const [field, answer] of Object.entries(answers)) {
      const given = fields[field]?.masked ? 'Given' : fields[field]?.secret ? undefined : answer;
      expect(exported.answers[field]).toEqual(given);
    }
    for (const [, secret] of hiddenFrom('outside')) expect(csv + json).not.toContain(String(secret));
  });
});
