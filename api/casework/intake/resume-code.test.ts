import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { openStep, saveStep } from '../../../tests/setup/intake.ts';
import { applyRetention } from '../../../tests/setup/retention.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'drafts', 'outbox', 'limits', 'case_evaluations'));
afterAll(() => deps.close());

const form = 'case-evaluation' as const;
const birth = { month: '4', day: '27', year: '1968' };
const day = 24 * 60 * 60 * 1000;
type Visitor = ReturnType<typeof visitor>;

const tokenOf = async (who: Visitor) => (await openStep(who, { form })).token;

/** @returns a visitor with one saved answer. */
async function withAnswer(): Promise<Visitor> {
  const who = visitor(deps);
  await saveStep(who, { form, step: 'receiving-benefits', entries: [['receiving_benefits', 'no']] });
  return who;
}

async function withCode(): Promise<{ who: Visitor; code: string }> {
  const who = await withAnswer();
  return { who, code: await who.call.intake.makeCode({ form, token: await tokenOf(who), birth }) };
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 'opened',
    (error: { code: string }) => error.code,
  );

describe('a resume code', () => {
  it("is not made without answers, from another visitor's page, or for an invalid date", async () => {
    const who = await withAnswer();
    const token = await tokenOf(who);
    const nobody = visitor(deps);
    const ask = (by: Visitor, what: object) => by.call.intake.makeCode({ form, token, birth, ...what });
    expect(await statusOf(ask(nobody, { token: await tokenOf(nobody) }))).toBe('bad-input');
    expect(await statusOf(ask(nobody, {}))).toBe('bad-input');
    for (const typed of ['2/30/1968', '//', '4/27/68']) {
      const [month = '', day = '', year = ''] = typed.split('/');
      expect(await statusOf(ask(who, { birth: { month, day, year } }))).toBe('bad-input');
    }
  });

  it('opens the answers in another browser together with the date of birth, however it is typed', async () => {
    const { who, code } = await withCode();
    expect(code).toMatch(/^([34679CDFGHJKMNPQRTWXY]{4}-){2}[34679CDFGHJKMNPQRTWXY]{4}$/);
    const other = visitor(deps);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' – ')} `;
    await other.call.intake.resumeByCode({ form, code: typed, birth: { ...birth, month: '04' } });
    expect(await other.call.intake.open({ form })).toMatchObject({ values: { receiving_benefits: 'no' } });
    expect(await who.call.intake.open({ form })).toMatchObject({ values: {} });
    expect(await statusOf(visitor(deps).call.intake.resumeByCode({ form, code, birth }))).toBe('not-found');
  });

  it('is not in the database, and neither is the date', async () => {
    const { code } = await withCode();
    const dates = { updated_at: 0, expires_at: 0 };
    const rows = await deps.portal.collection('drafts').find({}, { projection: dates }).toArray();
    const dump = JSON.stringify(rows);
    expect(dump).toContain('"code":[{');
    for (const secret of [code, code.replaceAll('-', ''), '1968', '04-27'])
      expect(dump).not.toContain(secret);
  });

  it('gets the same reply for an unknown code, a wrong date, another form and an older code', async () => {
    const { who, code } = await withCode();
    const newer = await who.call.intake.makeCode({ form, token: await tokenOf(who), birth });
    const wrong = [
      { form, code: 'CCCC-CCCC-CCCC', birth },
      { form, code: newer, birth: { ...birth, day: '28' } },
      { form: 'contract' as const, code: newer, birth },
      { form, code, birth },
    ];
    const answers = await Promise.all(
      wrong.map((each) =>
        visitor(deps)
          .call.intake.resumeByCode(each)
          .then(
            () => 'opened',
            (error: Error) => error.message,
          ),
      ),
    );
    expect(new Set(answers)).toEqual(
      new Set(['We found no saved answers with this code and this date of birth. Check both.']),
    );
  });

  it('is checked for its format before anything is looked up or counted', async () => {
    const who = visitor(deps);
    for (const code of ['', 'K7QH', '{"$gt":""}', 'x'.repeat(60)]) {
      expect(await statusOf(who.call.intake.resumeByCode({ form, code, birth }))).toBe('bad-input');
    }
    expect(await deps.portal.collection('limits').countDocuments()).toBe(0);
  });

  it('is locked for an hour after five wrong dates from any address, and so is an address', async () => {
    const { code } = await withCode();
    const wrong = { form, code, birth: { ...birth, year: '1970' } };
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await statusOf(visitor(deps).call.intake.resumeByCode(wrong))).toBe('not-found');
    }
    const right = { form, code, birth };
    expect(await statusOf(visitor(deps).call.intake.resumeByCode(right))).toBe('too-many');

    const guesser = visitor(deps);
    const codes = ['CCCC', 'DDDD', 'FFFF', 'GGGG', 'HHHH', 'JJJJ'];
    const statuses = [];
    for (const each of codes) {
      const guess = { form, code: `${each}-${each}-${each}`, birth };
      statuses.push(await statusOf(guesser.call.intake.resumeByCode(guess)));
    }
    expect(statuses).toEqual([...Array(5).fill('not-found'), 'too-many']);
  });

  it('is not counted when it matches', async () => {
    const who = visitor(deps);
    for (let tries = 0; tries < 7; tries += 1) {
      const { code } = await withCode();
      expect(await statusOf(who.call.intake.resumeByCode({ form, code, birth }))).toBe('opened');
    }
  });
});

describe('saved answers', () => {
  it('no longer open after 28 days by cookie, link or code, even before they are deleted', async () => {
    const { who, code } = await withCode();
    vi.useFakeTimers({ now: Date.now() + 28 * day + 1_000, toFake: ['Date'] });
    expect(await who.call.intake.open({ form })).toMatchObject({ values: {} });
    expect(await statusOf(visitor(deps).call.intake.resumeByCode({ form, code, birth }))).toBe('not-found');
    vi.useRealTimers();
    expect(await statusOf(visitor(deps).call.intake.resumeByCode({ form, code, birth }))).toBe('opened');
  });

  it('are then really deleted with their links and codes, leaving nothing in any other collection', async () => {
    await withCode();
    const drafts = deps.portal.collection<{ _id: string }>('drafts');
    const [draft] = await drafts.find({}).toArray();
    await drafts.updateOne({ _id: draft?._id ?? '' }, { $set: { expires_at: new Date(Date.now() - 1) } });
    await eventually(async () => expect(await drafts.countDocuments()).toBe(0));
    // Its key is deleted by the run of the next day.
    await deps.portal
      .collection<{ _id: string }>('data_keys')
      .updateMany({ _id: { $ne: 'lookups' } }, { $set: { used_at: new Date(0) } });
    await applyRetention('data_keys', deps);
    const left = [];
    for (const { name } of await deps.portal.listCollections()) {
      const rows = JSON.stringify(await deps.portal.collection(name).find({}).toArray());
      if (rows.includes(draft?._id ?? '?') || rows.includes('receiving_benefits')) left.push(name);
    }
    // A definition contains questions, never answers.
    expect(left.filter((name) => name !== 'form_definitions')).toEqual([]);
  });
});
