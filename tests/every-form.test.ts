import { presentAnswers } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { allDefinitions } from '@claimdesk/forms/development';
import { answersToCsv, answersToJson } from '@claimdesk/forms/export';
import { validateAnswers } from '@claimdesk/forms/validate';
import type { FastifyInstance } from 'fastify';
import { Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applications } from '../api/casework/applications/applications.ts';
import { shownAgreement } from '../api/casework/contracts/agreement/show-agreement.ts';
import { readContract } from '../api/casework/contracts/list-contracts.ts';
import { evaluations } from '../api/casework/evaluations/evaluations.ts';
import { type IntakeForm, submissionHandlers } from '../api/casework/intake/submission-handlers.ts';
import { answerParts } from '../api/casework/submissions/answers-pdf-document.ts';
import { decryptAnswers, encryptAnswers } from '../api/casework/submissions/encrypted-answers.ts';
import { readSubmission } from '../api/casework/submissions/list-submissions.ts';
import type { Deps } from '../api/platform/deps.ts';
import { readPdf } from '../api/platform/documents/fixtures/read-pdf.ts';
import { makePdfRenderer } from '../api/platform/documents/pdf/pdf-renderer.ts';
import { notPrintable } from '../api/platform/documents/pdf/typeface.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { siteWithoutDatabase } from '../web/testing/site-without-database.ts';
import { openDeps, visitor } from './setup/deps.ts';

/** Where the forms that have a receiver are kept and read by staff: a new receiver has to be named here. */
const kept: Record<IntakeForm, { collection: string; read: (id: string, deps: Deps) => Promise<unknown> }> = {
  'case-evaluation': {
    collection: evaluations.collection,
    read: (id, deps) => readSubmission(evaluations, { id }, { deps }),
  },
  'attorney-application': {
    collection: applications.collection,
    read: (id, deps) => readSubmission(applications, { id }, { deps }),
  },
  contract: { collection: 'signed_contracts', read: (id, deps) => readContract({ id }, { deps }) },
};

const table = allDefinitions().map((definition) => ({
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

function isReceived(form: string): form is IntakeForm {
  return Object.hasOwn(submissionHandlers, form);
}

/** The contract stores both lines of the address as one. */
function asStored(form: string, { address_line_2, ...answers }: Answers): Answers {
  if (form !== 'contract') return address_line_2 === undefined ? answers : { ...answers, address_line_2 };
  return {
    ...answers,
    street_address: [answers.street_address, address_line_2].filter(Boolean).join(', '),
    signature_name: `${answers.first_name} ${answers.last_name}`,
  };
}

/** @returns what is in the database and how staff read it there; for a form that nothing stores, encrypted and decrypted here. */
async function store(definition: FormDefinition, answers: Answers) {
  const { form } = definition;
  if (!isReceived(form)) {
    const at = { collection: form, document: new Types.ObjectId().toHexString() };
    const encrypted = encryptAnswers(answers, definition, deps.keys.fields, at);
    return {
      raw: JSON.stringify(encrypted),
      opened: decryptAnswers(encrypted, definition, deps.keys.fields, at),
    };
  }
  const { call, context } = visitor(deps);
  await call.contracts.agreement();
  const { reference } = await submissionHandlers[form].submit(
    { answers, key: `every ${form}`, agreement: shownAgreement(context) },
    context,
  );
  const { collection, read } = kept[form];
  const document = await deps.portal.collection(collection).findOne({ reference });
  const at = { collection, document: String(document?._id) };
  return {
    raw: JSON.stringify(document),
    opened: decryptAnswers(document?.answers, definition, deps.keys.fields, at),
    read: JSON.stringify(await read(at.document, deps)),
  };
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, '');
/** The typeface has Latin letters only; the PDF says so in place of others. */
const inPdf = (text: string) =>
  squeezed(/^[\p{Script=Latin}\p{Script=Common}]*$/u.test(text) ? text : notPrintable);
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/** The texts of the answers as this audience reads them; of a group, those of its questions. */
function valuesFor(definition: FormDefinition, answers: Answers, audience: 'staff' | 'outside'): string[] {
  return presentAnswers(definition, answers, { audience }).flatMap(({ value, items }) =>
    items ? items.flatMap((item) => item.answers.map((each) => each.value)) : [value],
  );
}

describe.each(table)('$name', ({ definition, answers }) => {
  const { fields } = definition.ui;
  const hiddenFrom = (audience: 'staff' | 'outside') =>
    Object.entries(answers).filter(
      ([field]) => fields[field]?.secret || (audience === 'outside' && fields[field]?.masked),
    );

  test('has an example that answers everything it asks', () => {
    const verdict = validateAnswers(definition, answers);
    expect(verdict).toEqual({ ok: true, answers });
    const asked = definition.ui.steps.flatMap((step) => step.fields);
    expect(asked.filter((field) => !Object.hasOwn(answers, field))).toEqual([]);
  });

  test('is stored as answered, and what is encrypted cannot be read in the database', async () => {
    const { raw, opened, read } = await store(definition, answers);
    const expected = asStored(definition.form, answers);
    expect(opened).toEqual(expected);
    for (const [field, { open }] of Object.entries(fields)) {
      const answer = expected[field];
      if (!open && typeof answer === 'string' && answer.length > 3) expect(raw).not.toContain(answer);
    }
    if (read) {
      for (const value of valuesFor(definition, expected, 'staff')) {
        if (value !== 'Not given') expect(read).toContain(JSON.stringify(value).slice(1, -1));
      }
    }
  });

  test('is shown to staff whole, but for what nobody may see', async () => {
    const { body } = await site.inject({ url: `/dev/forms/${definition.form}/staff?plain` });
    for (const value of valuesFor(definition, answers, 'staff')) {
      if (value !== 'Not given') expect(body).toContain(escaped(value));
    }
    for (const [, secret] of hiddenFrom('staff')) expect(body).not.toContain(String(secret));
  });

  test('is rendered whole as a PDF, except for what may not leave the back office', async () => {
    const bytes = await pdfRenderer.render({
      title: definition.ui.title,
      firm: 'Test Firm',
      reference: 'ABCD-EFGH',
      date: new Date(0),
      parts: answerParts(definition, answers),
    });
    const text = squeezed((await readPdf(bytes)).text);
    for (const value of valuesFor(definition, answers, 'outside')) expect(text).toContain(inPdf(value));
    for (const [, secret] of hiddenFrom('outside')) expect(text).not.toContain(String(secret));
  });

  test('is exported whole as a table and as JSON, but for what may not leave the house', async () => {
    const rows = [{ definition, answers, about: {} }];
    let csv = '';
    for await (const piece of answersToCsv({ versions: [definition], about: [], rows })) csv += piece;
    for (const { value } of presentAnswers(definition, answers, { audience: 'outside', missing: '' })) {
      expect(csv).toContain(`"${value.replaceAll('"', '""')}"`);
    }
    let json = '';
    for await (const piece of answersToJson({ versions: [definition], about: [], rows })) json += piece;
    const [exported] = JSON.parse(json);
    for (const [field, answer] of Object.entries(answers)) {
      const given = fields[field]?.masked ? 'Given' : fields[field]?.secret ? undefined : answer;
      expect(exported.answers[field]).toEqual(given);
    }
    for (const [, secret] of hiddenFrom('outside')) expect(csv + json).not.toContain(String(secret));
  });
});
