/** @module-tag thorough */

import { decodeStep } from '@claimdesk/forms/decode';
import type { FieldUi } from '@claimdesk/forms/definition';
import { intakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { validateStep } from '@claimdesk/forms/validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDraft, writeDraft } from '../api/casework/intake/drafts.ts';
import { hostileTexts, hostileValues } from '../forms/fixtures/hostile-values.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { bodyAtMost } from '../web/server/request-limits.ts';
import { callAs } from './setup/calls.ts';
import { type FormVisitor, visitForm } from './setup/form-visitor.ts';
import { escaped, expectNoFault, toJson } from './setup/hostile.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
}, 300_000);
afterAll(() => running.close());

function namesOf(name: string, field: FieldUi | undefined): string[] {
  return field?.widget === 'date' ? [`${name}.month`, `${name}.day`, `${name}.year`] : [name];
}

describe.each(intakes.map(({ form }) => form))('%s', (form) => {
  const definition = getForm(form);
  const { steps, fields } = definition.ui;
  const example = developerForms.exampleOf(form);

  test(`each of ${hostileTexts.length} hostile texts, posted in every field of a step, gets a clear error or is stored exactly`, async () => {
    expect(hostileTexts.length).toBeGreaterThanOrEqual(200);
    // The steps with several fields take turns, and so do those with a single choice.
    const groups = [...Map.groupBy(steps.entries(), ([, step]) => step.fields.length > 1).values()];
    const posts = hostileTexts.flatMap((text, at) =>
      groups.flatMap((group) =>
        group
          .filter((_step, turn) => turn === at % group.length)
          .map(([stepIndex, step]) => ({ step, stepIndex, text })),
      ),
    );
    const visitors = await Promise.all(steps.map(() => visitForm(running.site, form)));
    for (const { step, stepIndex, text } of posts) {
      const visitor = visitors[stepIndex] as FormVisitor;
      const { secret } = visitor;
      // A step can be posted only after those before it are answered.
      const earlier = steps.slice(0, stepIndex).flatMap((each) => each.fields);
      const earlierAnswers = Object.fromEntries(
        Object.entries(example).filter(([field]) => earlier.includes(field)),
      );
      await writeDraft(secret, form, earlierAnswers, running.deps);
      const names = step.fields.flatMap((name) => namesOf(name, fields[name]));
      const posted = names.map((name): [string, string] => [name, text]);
      const response = await visitor.post(step.id, posted);
      expectNoFault(response);
      if (response.statusCode === 413) {
        expect(new URLSearchParams(posted).toString().length).toBeGreaterThan(bodyAtMost - 1_000);
        continue;
      }
      // URLSearchParams replaces lone surrogates, as browsers do.
      const { answers } = decodeStep(definition, step.id, [...new URLSearchParams(posted)]);
      const result = validateStep(definition, step.id, { ...earlierAnswers, ...answers });
      if (result.ok) {
        expect(response.statusCode).toBe(303);
        expect((await readDraft(secret, form, running.deps)).answers).toEqual({
          ...earlierAnswers,
          ...result.answers,
        });
        continue;
      }
      expect(response.statusCode).toBe(400);
      for (const message of Object.values(result.errors)) expect(response.body).toContain(escaped(message));
      const plain = /^[\x20-\x7e\u00a1-\u02ff]{1,2000}$/.test(text.trim());
      const typed = names.find((name) => fields[name]?.widget === 'text');
      if (plain && typed) expect(response.body).toContain(escaped(text.trim()));
    }
  }, 300_000);

  test('what no step is, posted with a name longer than any, is not found', async () => {
    const visitor = await visitForm(running.site, form);
    for (const post of [visitor.post, visitor.postData]) {
      const response = await post('nowhere', [['x'.repeat(2_000), 'y']]);
      expectNoFault(response);
      expect(response.statusCode).toBe(404);
    }
  });

  test(`each of ${hostileValues.length} hostile values, in a call, is rejected with a message or stored`, async () => {
    const visitor = await visitForm(running.site, form);
    for (const [at, value] of hostileValues.entries()) {
      const step = steps[at % steps.length];
      const field = step?.fields[at % step.fields.length];
      const { token, cookie, remoteAddress } = visitor;
      const rest = { change: false, later: at % 2 === 1, proof: '', honeypot: '' };
      const input = toJson({ form, step: step?.id, token, ...rest, entries: [[field, value]] });
      if (input === undefined) continue;
      const from = { address: remoteAddress, cookie };
      const answer = await callAs(from, { name: 'intake.save', input: JSON.parse(input) }, running.deps);
      expect([200, 400, 413]).toContain(answer.status);
      const {
        kind,
        errors = {},
        text,
      } = (answer.data ?? {}) as {
        kind?: string;
        errors?: Record<string, string>;
        text?: string;
      };
      if (kind === 'problems') expect(Object.values(errors)[0] ?? text).toMatch(/^[A-Z].{8,}/);
    }
  }, 300_000);
});
