import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answers, defineForm } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { isEncrypted } from '#api/casework/submissions/encrypted-answers.ts';
import {
  findSubmission,
  openSubmission,
  readSubmission,
} from '#api/casework/submissions/list-submissions.ts';
import type { SubmissionKind } from '#api/casework/submissions/submission-kind.ts';
import { reencryptCollection } from '#api/operations/re-encrypt.ts';
import type { Deps } from '#api/platform/deps.ts';
import { encrypt, keyIdOf } from '#api/platform/keys/encrypt.ts';
import { parseKeys, replaceKeys } from '#api/platform/keys/key-ring.ts';
import { applicationAnswers, empty, evaluationAnswers, openDeps } from '../../../tests/setup/deps.ts';
import type { StoredDefinition } from './definition.model.ts';
import { loadDefinition } from './load-definition.ts';
import { storeDefinition } from './store-definition.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'case_evaluations', 'attorney_applications', 'outbox', 'form_definitions'));
afterAll(() => deps.close());

interface FormerField {
  sealed?: boolean;
}

/** Stores a submission and its definition as a site did while definitions marked encrypted fields instead of open ones. */
async function storeAsBefore(kind: SubmissionKind, release: string, answers: Answers): Promise<string> {
  const path = join(import.meta.dirname, '../../../forms', kind.form, 'released', `${release}.json`);
  const { schema, ui } = JSON.parse(readFileSync(path, 'utf8'));
  const _id = new Types.ObjectId();
  const at = { collection: kind.collection, document: _id.toHexString() };
  const fields = ui.fields as Record<string, FormerField>;
  const stored = Object.entries(answers).map(([field, value]) => [
    field,
    fields[field]?.sealed ? encrypt(deps.keys.fields, JSON.stringify(value), { ...at, field }) : value,
  ]);
  await deps.portal.collection<StoredDefinition>('form_definitions').insertOne({
    _id: `${kind.form}@${release}`,
    form: kind.form,
    version: release,
    definition: JSON.stringify({ schema, ui }),
    first_used_at: new Date(),
  });
  await deps.portal.collection(kind.collection).insertOne({
    _id,
    reference: _id.toHexString(),
    submission_key: _id.toHexString(),
    form: kind.form,
    version: release,
    status: 'pending',
    answers: Object.fromEntries(stored),
    created_at: new Date(),
  });
  return _id.toHexString();
}

describe('a submission stored while definitions marked encrypted fields', () => {
  const cases: [SubmissionKind, string, Answers][] = [
    [submissionKinds.evaluations, '54d39e83de7aef6d', evaluationAnswers],
    [submissionKinds.applications, '04d9fdba2986302f', applicationAnswers],
  ];

  it.each(cases)('reads as it was sent: $name', async (kind, release, answers) => {
    const id = await storeAsBefore(kind, release, answers);
    const opened = await openSubmission(kind, await findSubmission(kind, id, deps), deps);
    expect(opened.answers).toEqual(answers);
    const shown = JSON.stringify(await readSubmission(kind, { id }, { deps }));
    expect(shown).toContain(String(answers.email));
    expect(shown).not.toContain('v1.k');
  });

  it.each(cases)(
    'is re-encrypted with a new key, leaving clear text untouched: $name',
    async (kind, release, answers) => {
      const id = await storeAsBefore(kind, release, answers);
      const before = parseKeys(deps.settings.APP_KEYS ?? '');
      const added = { ...before.fields[0], id: 'k2' };
      replaceKeys(deps.keys, { ...deps.keys, fields: [added, ...before.fields] });
      try {
        const count = await reencryptCollection({ collection: kind.collection, answers: true }, deps, true);
        const { ui } = (await openSubmission(kind, await findSubmission(kind, id, deps), deps)).definition;
        const encrypted = Object.keys(answers).filter((field) => isEncrypted(ui, field));
        expect(count).toMatchObject({ rows: 1, changed: encrypted.length, unreadable: 0 });
        expect(encrypted.length).toBeGreaterThan(0);
        const stored = await findSubmission(kind, id, deps);
        for (const [field, value] of Object.entries(stored.answers)) {
          if (encrypted.includes(field)) expect(keyIdOf(String(value))).toBe('k2');
          else expect(value).toEqual(answers[field]);
        }
      } finally {
        replaceKeys(deps.keys, before);
      }
    },
  );
});

describe('an answer to a question that does not say how to store it', () => {
  it('is unreadable in the database, and readable by staff', async () => {
    const definition = getForm('case-evaluation');
    const { zip_code } = definition.ui.fields;
    expect(zip_code).not.toHaveProperty('open');
    const answers = { ...evaluationAnswers, zip_code: '07102' };
    await submissionHandlers['case-evaluation'].submit({ answers, key: 'encrypted' }, { deps });
    const raw = await deps.portal.collection('case_evaluations').findOne({});
    for (const [field, value] of Object.entries(raw?.answers as Answers)) {
      const open = definition.ui.fields[field]?.open ?? false;
      expect(value === (answers as Answers)[field], field).toBe(open);
    }
    expect(
      await openSubmission(
        submissionKinds.evaluations,
        await findSubmission(submissionKinds.evaluations, String(raw?._id), deps),
        deps,
      ),
    ).toMatchObject({ answers });
  });

  it('can be read with a stored definition that is no longer current', async () => {
    const { form, schema, ui } = getForm('case-evaluation');
    const former = defineForm(form, schema, { ...ui, title: 'As it was called last week' });
    await storeDefinition(former, deps.portal);
    expect(await loadDefinition(form, former.version, deps.portal)).toEqual(former);
  });

  it('stays encrypted when the form has no definition', () => {
    expect(isEncrypted({ ...getForm('contract').ui, fields: {} }, 'ssn')).toBe(true);
    expect(isEncrypted({ ...getForm('contract').ui, fields: {} }, 'constructor')).toBe(true);
  });
});
