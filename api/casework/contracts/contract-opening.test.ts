import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { makeContentCache } from '#api/content/content-cache.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeChallenge } from '#api/platform/robots/challenge.ts';
import { setFigure } from '../../../cms/testing.ts';
import { site } from '../../../seed/site.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { prove } from '../../testing/prove.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'drafts', 'outbox', 'limits', 'signed_contracts'));
afterAll(() => deps.close());

const form = 'contract' as const;
const own = { firmName: 'Known Law', phone: '(973) 555-2368', email: 'us@known.com' };
const [year = '', month = '', day = ''] = contractAnswers.date_of_birth.split('-');
const answersOf = (...names: (keyof typeof contractAnswers)[]) =>
  names.map((name): [string, string] => [name, String(contractAnswers[name])]);
const steps: [string, [string, string][]][] = [
  [
    'about-you',
    [
      ...answersOf('first_name', 'last_name', 'ssn'),
      ['date_of_birth.month', month],
      ['date_of_birth.day', day],
      ['date_of_birth.year', year],
    ],
  ],
  ['contact', answersOf('street_address', 'city', 'state', 'zip_code', 'phone', 'email')],
  [
    'sign',
    [
      ['agreed_to_terms', 'on'],
      ['agreed_to_privacy', 'on'],
      ['consent_to_contact', 'on'],
      ['electronic_records', 'on'],
      ...answersOf('signature_name'),
    ],
  ],
];

/** A visitor of a site at this address, whose firm has entered these details. */
async function signerAt(PUBLIC_URL: string, details: object) {
  await deps.payload.updateGlobal({ slug: 'site', data: { ...site, ...details } as never });
  const settings = { ...deps.settings, PUBLIC_URL };
  return visitor({ ...deps, settings, content: makeContentCache() }).call;
}

/** Reads the agreement and fills in all steps. @returns the result of the last one. */
async function sign(call: Awaited<ReturnType<typeof signerAt>>) {
  await call.contracts.agreement();
  let saved: Awaited<ReturnType<typeof call.intake.save>> | undefined;
  for (const [step, entries] of steps) {
    const page = await call.intake.open({ form });
    const token = page.kind === 'step' ? page.token : '';
    const proof = await prove(await makeChallenge(deps.keys.forms, form, new Date()));
    const post = { change: false, later: false, honeypot: '', token, proof };
    saved = await call.intake.save({ form, step, entries, ...post });
  }
  return saved;
}

describe('on a public address', () => {
  const address = 'https://www.firm.test';

  it.each([
    ['nothing is entered', {}],
    ['the phone number came with the installation', { ...own, phone: site.phone }],
  ])('nobody signs while %s, and what was typed stays', async (_what, details) => {
    const call = await signerAt(address, details);
    const words = {
      title: 'You cannot sign a contract online yet',
      text: expect.stringContaining('your answers stay saved'),
    };
    expect(await call.contracts.closed()).toEqual({ ...words, hasPhone: false });
    expect(await sign(call)).toMatchObject({ kind: 'problems', code: 'unavailable', ...words });
    expect(await deps.portal.collection('signed_contracts').countDocuments()).toBe(0);
    const page = await call.intake.open({ form, step: 'contact' });
    expect(page).toMatchObject({ values: { city: contractAnswers.city } });
  });

  it('visitors can call about a contract on paper once the phone number is the firm’s own', async () => {
    const call = await signerAt(address, { ...own, email: site.email });
    expect(await call.contracts.closed()).toMatchObject({ hasPhone: true });
  });

  it('contracts are signed once the firm has entered its own details', async () => {
    const call = await signerAt(address, own);
    expect(await call.contracts.closed()).toBeNull();
    expect(await sign(call)).toMatchObject({ kind: 'sent' });
  });
});

it('where only this machine can reach the site, contracts are signed as installed', async () => {
  const call = await signerAt('http://localhost:3000', {});
  expect(await call.contracts.closed()).toBeNull();
  expect(await sign(call)).toMatchObject({ kind: 'sent' });
});

const evidence = async () => (await deps.portal.collection('signed_contracts').findOne({}))?.evidence;

describe('who represents clients', () => {
  it('is someone whose name is told before form SSA-1696 is signed, while no name is entered', async () => {
    const call = await signerAt('http://localhost:3000', own);
    expect(await call.contracts.agreement()).toMatchObject({
      representative: 'someone at our firm, whose name we tell you before you sign form SSA-1696',
    });
  });

  it('is named with credentials beside the agreement, and kept with the contract', async () => {
    const named = { representativeName: 'Ruth Known', representativeCredentials: 'attorney' };
    const call = await signerAt('http://localhost:3000', { ...own, ...named });
    const representative = 'Ruth Known, attorney';
    expect(await call.contracts.agreement()).toMatchObject({ representative });
    expect(await sign(call)).toMatchObject({ kind: 'sent' });
    expect(await evidence()).toMatchObject({ representative });
  });
});

test('the legal limit of the fee on that day stands beside the promise, and is kept with the contract', async () => {
  await setFigure(
    deps.payload,
    'legalFeeCap',
    { value: '$7,200', validFrom: '2022-11-30' },
    { value: '$9,200', validFrom: '2024-11-30' },
  );
  const call = await signerAt('http://localhost:3000', own);
  const limit = '$9,200, for decisions since November 30, 2024';
  expect(await call.contracts.agreement()).toMatchObject({ legalLimit: limit });
  expect(await sign(call)).toMatchObject({ kind: 'sent' });
  expect(await evidence()).toMatchObject({ legal_limit: limit });
});
