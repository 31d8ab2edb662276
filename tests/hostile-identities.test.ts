/** @module-tag thorough */

import { decodeStep } from '@claimdesk/forms/decode';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hostileTexts, hostileValues } from '../forms/fixtures/hostile-values.ts';
import { parseEnv } from '../web/env.ts';
import { callAs } from './setup/calls.ts';
import { clientCollections, registration } from './setup/clients.ts';
import { empty } from './setup/deps.ts';
import { escaped, expectNoFault, toJson } from './setup/hostile.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const sameOrigin = { origin: parseEnv(process.env).PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
}, 300_000);
beforeEach(() => empty(running.deps, 'limits', ...clientCollections));
afterAll(() => running.close());

let addresses = 0;
/** Every request has its own IP address, so that rate limits don't answer before validation does. */
function nextAddress(): string {
  addresses += 1;
  return `10.${20 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

describe.each([
  { form: 'client-login', path: '/client-login', call: 'clients.signIn' },
  { form: 'client-registration', path: '/client-register', call: 'clients.register' },
  { form: 'client-pin-code', path: '/client-login/forgot-pin', call: 'clients.emailPinCode' },
  { form: 'client-login-reset', path: '/client-login/new-pin', call: 'clients.setPin' },
] as const)('$form', ({ form, path, call }) => {
  const definition = getForm(form);
  const names = Object.entries(definition.ui.fields).flatMap(([name, { widget }]) =>
    widget === 'date' ? [`${name}.month`, `${name}.day`, `${name}.year`] : [name],
  );

  async function open(remoteAddress: string) {
    const page = await running.site.inject({ url: path, headers: { accept: 'text/html' }, remoteAddress });
    const [, token = ''] = page.body.match(/name="_token" value="([^"]+)"/) ?? [];
    return { token, cookie: page.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  }

  test(`each of ${hostileTexts.length} hostile texts, posted in every field, gets a clear error, and no SSN, PIN or code is echoed`, async () => {
    expect(hostileTexts.length).toBeGreaterThanOrEqual(200);
    const { token, cookie } = await open(nextAddress());
    for (const text of hostileTexts) {
      const posted = names.map((name): [string, string] => [name, text]);
      const response = await running.site.inject({
        method: 'POST',
        url: path,
        remoteAddress: nextAddress(),
        payload: new URLSearchParams([...posted, ['_token', token]]).toString(),
        headers: {
          ...sameOrigin,
          cookie,
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
      expectNoFault(response);
      if (response.statusCode === 413) continue;
      expect(response.statusCode).toBe(400);
      const step = definition.ui.steps[0]?.id ?? '';
      const { answers } = decodeStep(definition, step, [...new URLSearchParams(posted)]);
      const result = validateAnswers(definition, answers);
      expect(result.ok).toBe(false);
      for (const message of Object.values(result.ok ? {} : result.errors))
        expect(response.body).toContain(escaped(message));
      for (const [input] of response.body.matchAll(/<input[^>]*name="(?:ssn|code|pin|confirm_pin)"[^>]*>/g))
        expect(input).not.toMatch(/\svalue="[^"]/);
    }
    expect(await running.deps.portal.collection('clients').countDocuments()).toBe(0);
  }, 300_000);

  const fields = Object.keys(definition.ui.fields);
  const valid = Object.fromEntries(
    fields.map((name): [string, unknown] => [name, registration[name as keyof typeof registration]]),
  );

  /** @returns the values in the fields, among valid ones; undefined if JSON can't represent them. */
  function answersWith(value: unknown, hostile: string[]): object | undefined {
    const json = toJson({ ...valid, ...Object.fromEntries(hostile.map((field) => [field, value])) });
    return json === undefined ? undefined : JSON.parse(json);
  }

  function isRefused(value: unknown, field: string): boolean {
    const result = validateAnswers(definition, answersWith(value, [field]));
    return !result.ok && result.errors[field] !== undefined;
  }

  test(`each of ${hostileValues.length} hostile values of every field, in a call, is rejected with a message`, async () => {
    const { token, cookie } = await open(nextAddress());
    // At once in the fields that refuse it, and in each of the others alone.
    const queue = hostileValues.flatMap((value) => {
      if (answersWith(value, fields) === undefined) return [];
      const [refusing = [], taking = []] = [true, false].map((refused) =>
        fields.filter((field) => isRefused(value, field) === refused),
      );
      return [refusing, ...taking.map((field) => [field])].map((posted) => ({ value, posted }));
    });
    for (const { value, posted } of queue) {
      const answers = answersWith(value, posted);
      const from = { address: nextAddress(), cookie };
      const answer = await callAs(from, { name: call, input: { answers, token } }, running.deps);
      expect(answer.status).toBeLessThan(500);
      const result = validateAnswers(definition, answers);
      if (result.ok) continue;
      expect(answer.status).toBe(400);
      expect(answer.message).toMatch(/^[A-Z0-9].{8,}/);
      expect(answer.fields).toEqual(result.errors);
    }
  });
});
