import { decodeStep } from '@claimdesk/forms/decode';
import type { FieldUi } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { validateStep } from '@claimdesk/forms/validate';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '../api/connect.ts';
import { draftCookie } from '../api/intake/draft-cookie.ts';
import { readDraft, writeDraft } from '../api/intake/drafts.ts';
import { type IntakeForm, receivers } from '../api/intake/receivers.ts';
import { hostileTexts, hostileValues } from '../forms/fixtures/hostile-values.ts';
import { facts } from '../seed/facts.ts';
import { site as firm } from '../seed/site.ts';
import { parseEnv } from '../web/env.ts';
import { developerForms } from '../web/server/developer-forms.ts';
import { bodyAtMost } from '../web/server/request-limits.ts';
import { buildSite } from '../web/site.ts';
import { openDeps } from './setup/deps.ts';

/** Where each form's first step stands: a new public form has to be named here. */
const firstPages: Record<IntakeForm, string> = {
  'case-evaluation': '/free-case-evaluation',
  'attorney-application': '/join-network',
  contract: '/sign-contract/about-you',
};
const paths: Record<IntakeForm, string> = { ...firstPages, contract: '/sign-contract' };

const env = parseEnv(process.env);
const ours = { origin: env.PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
let deps: Deps;
let site: FastifyInstance;
let visitors = 0;

beforeAll(async () => {
  deps = await openDeps();
  await deps.payload.updateGlobal({ slug: 'facts', data: facts });
  await deps.payload.updateGlobal({ slug: 'site', data: firm });
  site = await buildSite({ env, deps });
}, 120_000);
afterAll(async () => {
  await site.close();
  await deps.close();
});

/** Somebody with a browser and an address of their own, on the first page of a form. */
async function visit(form: IntakeForm) {
  visitors += 1;
  const remoteAddress = `10.9.${visitors >> 8}.${visitors & 255}`;
  const page = await site.inject({ url: firstPages[form], headers: { accept: 'text/html' }, remoteAddress });
  const [, token = ''] = page.body.match(/name="_token" value="([^"]+)"/) ?? [];
  const cookie = page.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const secret = page.cookies.find(({ name }) => name === draftCookie(form))?.value ?? '';
  expect(token && secret).not.toBe('');
  return { remoteAddress, token, cookie, secret };
}

function namesOf(name: string, field: FieldUi | undefined): string[] {
  return field?.widget === 'date' ? [`${name}.month`, `${name}.day`, `${name}.year`] : [name];
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

function expectNoFault(answer: LightMyRequestResponse): void {
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.body).not.toMatch(/at \S+ \(|node_modules|MongoServerError|undefined is not/);
}

describe.each(Object.keys(receivers) as IntakeForm[])('%s', (form) => {
  const definition = getForm(form);
  const { steps, fields } = definition.ui;
  const example = developerForms.exampleOf(form);

  test(`each of ${hostileTexts.length} hostile texts, posted in every field of a step, is told clearly or kept exactly`, async () => {
    expect(hostileTexts.length).toBeGreaterThanOrEqual(200);
    // Steps with several fields get all texts; those with one choice share them.
    const posts = hostileTexts.flatMap((text, at) =>
      steps
        .map((step, place) => ({ step, place, text }))
        .filter(({ step, place }) => step.fields.length > 1 || place === at % steps.length),
    );
    for (const { step, place, text } of posts) {
      const { token, cookie, secret, remoteAddress } = await visit(form);
      // A step is reached only when those before it are answered.
      const earlier = steps.slice(0, place).flatMap((each) => each.fields);
      const before = Object.fromEntries(Object.entries(example).filter(([field]) => earlier.includes(field)));
      await writeDraft(secret, form, before, deps);
      const names = step.fields.flatMap((name) => namesOf(name, fields[name]));
      const payload = new URLSearchParams([
        ...names.map((name) => [name, text] as [string, string]),
        ['_token', token],
      ]).toString();
      const answer = await site.inject({
        method: 'POST',
        url: `${paths[form]}/${step.id}`,
        payload,
        remoteAddress,
        headers: {
          ...ours,
          cookie,
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
      expectNoFault(answer);
      if (payload.length > bodyAtMost) {
        expect(answer.statusCode).toBe(413);
        continue;
      }
      const posted = [...new URLSearchParams(payload)].filter(([name]) => name !== '_token');
      const { answers } = decodeStep(definition, step.id, posted);
      const verdict = validateStep(definition, step.id, { ...before, ...answers });
      if (verdict.ok) {
        expect(answer.statusCode).toBe(303);
        expect((await readDraft(secret, form, deps)).answers).toEqual({ ...before, ...verdict.answers });
        continue;
      }
      expect(answer.statusCode).toBe(400);
      for (const message of Object.values(verdict.errors)) expect(answer.body).toContain(escaped(message));
      const plain = /^[\x20-\x7e\u00a1-\u02ff]{1,2000}$/.test(text.trim());
      const typed = names.find((name) => fields[name]?.widget === 'text');
      if (plain && typed) expect(answer.body).toContain(escaped(text.trim()));
    }
  }, 120_000);

  test(`each of ${hostileValues.length} hostile values, sent to the API, is refused in words or kept`, async () => {
    const visitor = await visit(form);
    for (const [at, value] of hostileValues.entries()) {
      const step = steps[at % steps.length];
      const field = step?.fields[at % step.fields.length];
      const { token, cookie, remoteAddress } = visitor;
      const rest = { change: false, later: at % 2 === 1, proof: '', trap: '' };
      const payload = toJson({ form, step: step?.id, token, ...rest, entries: [[field, value]] });
      if (payload === undefined) continue;
      const answer = await site.inject({
        method: 'POST',
        url: '/trpc/intake.save',
        payload,
        remoteAddress,
        headers: { ...ours, cookie, 'content-type': 'application/json' },
      });
      expectNoFault(answer);
      expect([200, 400, 413]).toContain(answer.statusCode);
      const { kind, errors, text } = answer.json().result?.data ?? {};
      if (kind === 'problems') expect(Object.values(errors)[0] ?? text).toMatch(/^[A-Z].{8,}/);
    }
  }, 120_000);
});

/** @returns nothing for what JSON can't say, such as a cycle. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
