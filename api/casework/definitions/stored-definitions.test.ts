import { type Answers, defineForm } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { isEncrypted } from '#api/casework/submissions/encrypted-answers.ts';
import { findSubmission, showSubmission } from '#api/casework/submissions/list-submissions.ts';
import type { Deps } from '#api/platform/deps.ts';
import { empty, evaluationAnswers, openDeps } from '../../../tests/setup/deps.ts';
import { loadDefinition, storeDefinition } from './stored-definitions.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'case_evaluations', 'attorney_applications', 'outbox', 'form_definitions'));
afterAll(() => deps.close());

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
      await showSubmission(
        submissionKinds.evaluations,
        await findSubmission(submissionKinds.evaluations, String(raw?._id), deps),
        deps,
      ),
    ).toMatchObject({ answers, isDamaged: false });
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
