/** @module-tag thorough */

import { randomUUID } from 'node:crypto';
import { decodeStep } from '@claimdesk/forms/decode';
import type { Answers, FieldUi } from '@claimdesk/forms/definition';
import { intakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers, validateStep } from '@claimdesk/forms/validate';
import type { mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDraft, writeDraft } from '../api/casework/intake/drafts.ts';
import { submissionKinds } from '../api/casework/submission-kinds.ts';
import { decryptAnswers } from '../api/casework/submissions/encrypted-answers.ts';
import { hashSecret } from '../api/platform/keys/fingerprint.ts';
import { makeChallenge } from '../api/platform/robots/challenge.ts';
import { prove } from '../api/testing/prove.ts';
import { hostileTexts, hostileValues } from '../forms/fixtures/hostile-values.ts';
import { parseEnv } from '../web/env.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { bodyAtMost } from '../web/server/request-limits.ts';
import { evaluationAnswers } from './setup/deps.ts';
import { type FormVisitor, visitForm } from './setup/form-visitor.ts';
import { escaped, expectNoFault, toJson } from './setup/hostile.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const sameOrigin = { origin: parseEnv(process.env).PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
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

  test(`each of ${hostileValues.length} hostile values, sent to the API, is rejected with a message or stored`, async () => {
    const visitor = await visitForm(running.site, form);
    for (const [at, value] of hostileValues.entries()) {
      const step = steps[at % steps.length];
      const field = step?.fields[at % step.fields.length];
      const { token, cookie, remoteAddress } = visitor;
      const rest = { change: false, later: at % 2 === 1, proof: '', honeypot: '' };
      const payload = toJson({ form, step: step?.id, token, ...rest, entries: [[field, value]] });
      if (payload === undefined) continue;
      const response = await running.site.inject({
        method: 'POST',
        url: '/trpc/intake.save',
        payload,
        remoteAddress,
        headers: { ...sameOrigin, cookie, 'content-type': 'application/json' },
      });
      expectNoFault(response);
      expect([200, 400, 413]).toContain(response.statusCode);
      const { kind, errors, text } = response.json().result?.data ?? {};
      if (kind === 'problems') expect(Object.values(errors)[0] ?? text).toMatch(/^[A-Z].{8,}/);
    }
  }, 300_000);
});

describe('evaluations.submit, for clients of the API,', () => {
  const definition = getForm(submissionKinds.evaluations.form);
  let addresses = 0;

  /**
   * Sends each value in every field: at once in those that refuse it, and at once in those that take it. Sequentially under one
   * key, because a proof of work is valid only for the first key it is used with.
   */
  async function sendAll(values: readonly unknown[]): Promise<void> {
    const { portal, keys } = running.deps;
    const stored = submissionKinds.evaluations.collection.rows(portal);
    const key = randomUUID();
    const submission_key = hashSecret(key);
    const proof = await prove(await makeChallenge(keys.forms, submissionKinds.evaluations.form, new Date()));
    const queue = values.flatMap((value) => {
      const takes = Map.groupBy(Object.keys(definition.ui.fields), (field) => isTaken(field, value));
      return [...takes].map(([taken, fields]) => ({ value, taken, fields }));
    });
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { value, taken, fields } = next;
      const hostile = Object.fromEntries(fields.map((field) => [field, value]));
      const payload = toJson({ key, proof, answers: { ...evaluationAnswers, ...hostile } });
      if (payload === undefined) continue;
      addresses += 1;
      const response = await running.site.inject({
        method: 'POST',
        url: '/trpc/evaluations.submit',
        payload,
        remoteAddress: `10.${8 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`,
        headers: { ...sameOrigin, 'content-type': 'application/json' },
      });
      expectNoFault(response);
      // After JSON, which has no `undefined` and no infinite numbers.
      const arrived = JSON.parse(payload).answers;
      const document = await stored.findOne({ submission_key });
      if (response.statusCode === 200) {
        expect(taken).toBe(true);
        for (const field of fields) expectStored(document, arrived, field);
        await stored.deleteOne({ submission_key });
        continue;
      }
      expect(document).toBeNull();
      if (response.statusCode === 413) {
        // Too much for one post: each field alone.
        if (fields.length > 1) queue.unshift(...fields.map((field) => ({ value, taken, fields: [field] })));
        continue;
      }
      expect([response.statusCode, taken]).toEqual([400, false]);
      if (response.json().message === 'What was sent is nested too deeply.') continue;
      const errors = response.json().error.data.fields;
      expect(validateAnswers(definition, arrived)).toEqual({ ok: false, errors });
      for (const field of fields) expect(errors[field]).toMatch(/^[A-Z].{8,}/);
    }
  }

  /** Whether the value, as JSON transports it, is an answer to the question. */
  function isTaken(field: string, value: unknown): boolean {
    const answers = toJson({ ...evaluationAnswers, [field]: value });
    return answers !== undefined && validateAnswers(definition, JSON.parse(answers)).ok;
  }

  function expectStored(document: mongo.BSON.Document | null, arrived: Answers, field: string): void {
    const at = { collection: submissionKinds.evaluations.collection.name, document: String(document?._id) };
    const decrypted = decryptAnswers(document?.answers, definition, running.deps.keys.fields, at);
    expect(validateAnswers(definition, arrived)).toEqual({ ok: true, answers: decrypted });
    const typed = arrived[field];
    if (typeof typed === 'string' && definition.ui.fields[field]?.widget === 'text') {
      // An optional question that is left empty has no answer.
      expect(decrypted[field] ?? '').toBe(typed.trim());
    }
  }

  test(`each of ${hostileValues.length} hostile values of every field is rejected with its question's message or stored exactly`, async () => {
    expect(hostileValues.length).toBeGreaterThanOrEqual(200);
    const batches = 6;
    const values = Array.from({ length: batches }, (_, batch) =>
      hostileValues.filter((_value, at) => at % batches === batch),
    );
    await Promise.all(values.map((each) => sendAll(each)));
  });
});
