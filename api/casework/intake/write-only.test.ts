import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'drafts', 'outbox', 'limits', 'signed_contracts'));
afterAll(() => deps.close());

const form = 'contract' as const;
const step = 'about-you';
const { ssn, date_of_birth, first_name, last_name } = contractAnswers;
const [year = '', month = '', day = ''] = date_of_birth.split('-');
const person: [string, string][] = [
  ['first_name', first_name],
  ['last_name', last_name],
];
const born: [string, string][] = [
  ['date_of_birth.month', month],
  ['date_of_birth.day', day],
  ['date_of_birth.year', year],
];
const address: [string, string][] = [
  ['street_address', contractAnswers.street_address],
  ['city', contractAnswers.city],
  ['state', contractAnswers.state],
  ['zip_code', contractAnswers.zip_code],
  ['phone', contractAnswers.phone],
  ['email', contractAnswers.email],
];

/** A visitor at the contract form; every API response is searched for data that must not come back. */
function signer() {
  const { call } = visitor(deps);
  const checked = <T>(answer: T): T => {
    const text = JSON.stringify(answer);
    for (const secret of [ssn, '212-84-7391', date_of_birth, `${month}/${day}/${year}`, '000123456'])
      expect(text).not.toContain(secret);
    return answer;
  };
  const open = async (at?: string) => checked(await call.intake.open({ form, step: at }));
  return {
    open,
    async save(at: string, entries: [string, string][], more: { later?: boolean; token?: string } = {}) {
      const page = await open();
      const token = page.kind === 'step' ? page.token : '';
      const post = { change: false, later: false, proof: '', honeypot: '', token, ...more };
      return checked(await call.intake.save({ form, step: at, entries, ...post }));
    },
  };
}

describe("a signer's Social Security number and date of birth", () => {
  it('are asked for until valid, and invalid ones are neither stored nor sent back', async () => {
    const who = signer();
    expect(await who.save(step, [...person, ['ssn', '000-12-3456']])).toMatchObject({
      kind: 'problems',
      errors: { ssn: expect.any(String), date_of_birth: expect.any(String) },
      values: { first_name, last_name },
    });
    expect(await who.open(step)).toMatchObject({ given: {} });
    expect(await deps.portal.collection('drafts').countDocuments()).toBe(0);
  });

  it('come back as typed where the date was refused, in that answer alone, and are not stored', async () => {
    const who = signer();
    const typed: [string, string][] = [
      ...person,
      ['date_of_birth.month', '2'],
      ['date_of_birth.day', '30'],
      ['date_of_birth.year', '1968'],
      ['ssn', ssn],
    ];
    expect(await who.save(step, typed)).toEqual(
      expect.objectContaining({
        errors: { date_of_birth: 'There is no February 30' },
        values: { first_name, last_name, date_of_birth: '2/30/1968' },
      }),
    );
    const page = await who.open(step);
    expect(page).toMatchObject({ values: {} });
    expect('given' in page && Object.keys(page.given)).toEqual(['ssn']);
  });

  it('are stored when another answer is wrong, and shown as answered', async () => {
    const who = signer();
    const typed: [string, string][] = [['first_name', first_name], ...born, ['ssn', '212-84-7391']];
    expect(await who.save(step, typed)).toMatchObject({
      kind: 'problems',
      errors: { last_name: 'Enter your last name' },
    });
    expect(await who.open(step)).toMatchObject({
      values: {},
      given: { ssn: 'Given, ending 7391', date_of_birth: 'Given, year 1968' },
    });
    expect(await who.save(step, person)).toEqual({ kind: 'next', step: 'contact' });
  });

  it('stay when the step is posted without them, and are replaced by new ones', async () => {
    const who = signer();
    await who.save(step, [...person, ...born, ['ssn', ssn]]);
    expect(await who.save(step, [...person, ['ssn', '']])).toMatchObject({ kind: 'next' });
    expect(await who.open(step)).toMatchObject({ given: { ssn: 'Given, ending 7391' } });
    expect(await who.save(step, [...person, ['ssn', '000-12-3456']])).toMatchObject({ kind: 'problems' });
    expect(await who.open(step)).toMatchObject({ given: { ssn: 'Given, ending 7391' } });
    expect(await who.save(step, [...person, ['ssn', '219096780']])).toMatchObject({ kind: 'next' });
    expect(await who.open(step)).toMatchObject({ given: { ssn: 'Given, ending 6780' } });
  });

  it('are listed but not shown before signing, and complete in the signed contract', async () => {
    const who = signer();
    await who.save(step, [...person, ...born, ['ssn', ssn]]);
    await who.save('contact', address);
    const page = await who.open('sign');
    const rows = page.kind === 'step' ? page.review : [];
    expect(rows).toContainEqual(expect.objectContaining({ field: 'ssn', value: 'Given, ending 7391' }));
    expect(rows).toContainEqual(
      expect.objectContaining({ field: 'date_of_birth', value: 'Given, year 1968' }),
    );
  });

  it('are also stored by "Save and exit" if valid', async () => {
    const who = signer();
    expect(await who.save(step, [['ssn', ssn]], { later: true })).toEqual({
      kind: 'kept',
      empty: false,
    });
    expect(await who.open(step)).toMatchObject({ given: { ssn: 'Given, ending 7391' } });
  });

  it('are not sent back even when the page is refused unread', async () => {
    const who = signer();
    const typed: [string, string][] = [...person, ...born, ['ssn', ssn]];
    expect(await who.save(step, typed, { token: 'none' })).toMatchObject({
      code: 'forbidden',
      values: { first_name, last_name },
    });
  });
});

describe('an unfinished answer', () => {
  it.each([
    ['first_name', 'x'.repeat(61), 'Enter your first name in 60 characters or fewer'],
    ['first_name', 'x'.repeat(60_000), 'Enter your first name in 60 characters or fewer'],
    ['ssn', '1'.repeat(60_000), undefined],
    ['date_of_birth.year', '1'.repeat(60_000), undefined],
  ])('has the same length limits as a finished one: %s', async (field, text, message) => {
    const who = signer();
    const saved = await who.save(step, [[field, text]], { later: true });
    if (message)
      expect(saved).toMatchObject({ kind: 'problems', code: 'bad-input', errors: { [field]: message } });
    const drafts = await deps.portal.collection('drafts').find({}).toArray();
    expect(JSON.stringify(drafts).length).toBeLessThan(1_000);
  });

  it('is sent back if too long, so that nothing typed is lost', async () => {
    const who = signer();
    const long = 'x'.repeat(5_000);
    expect(await who.save(step, [['first_name', long]], { later: true })).toMatchObject({
      values: { first_name: long },
    });
  });

  it('allows neither many values for one question nor a long text for a checkbox', async () => {
    const who = signer();
    await who.save(step, [...person, ...born, ['ssn', ssn]]);
    await who.save('contact', address);
    const many = Array.from({ length: 190 }, (): [string, string] => ['signature_name', 'y'.repeat(60_000)]);
    expect(await who.save('sign', many, { later: true })).toMatchObject({
      kind: 'problems',
      errors: { signature_name: expect.any(String) },
    });
    expect(await who.save('sign', [['agreed_to_terms', 'y'.repeat(60_000)]], { later: true })).toMatchObject({
      kind: 'problems',
      errors: { agreed_to_terms: expect.any(String) },
    });
  });
});
