import { defineForm } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
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

describe('the answers to a form', () => {
  it('are one unreadable value in the database, whatever was asked, and readable by staff', async () => {
    const answers = { ...evaluationAnswers, zip_code: '07102' };
    await submissionHandlers['case-evaluation'].submit({ answers, key: 'encrypted' }, { deps });
    const raw = await deps.portal.collection('case_evaluations').findOne({});
    expect(raw?.answers).toMatch(/^v2\.own\.[\w-]+\.[\w-]+\.[\w-]+$/);
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
});
