import { createSecretKey } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../../tests/setup/deps.ts';
import { type KeyRing, makeKeys, parseKeys } from './key-ring.ts';
import { type Lookup, lookupFilter, lookupHashes, lookupSchema } from './lookups.ts';

const [first] = parseKeys(makeKeys()).lookups;
const older: KeyRing = [first];
const newer: KeyRing = [{ ...parseKeys(makeKeys()).lookups[0], id: 'k2' }, first];
const ssn = '219099999';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await people(deps.portal).createIndexes();
});
beforeEach(() => people(deps.portal).deleteMany({}));
afterAll(async () => {
  await deps.portal.dropCollection('lookup_tests');
  await deps.close();
});

interface Person {
  ssn_lookup: Lookup[];
}

function people(portal: Connection): Model<Person> {
  const schema = new Schema<Person>(
    { ssn_lookup: lookupSchema },
    { collection: 'lookup_tests', strict: 'throw' },
  ).index({ 'ssn_lookup.h': 1 }, { unique: true });
  return portal.models.LookupTest ?? portal.model<Person>('LookupTest', schema);
}
const insert = (ring: KeyRing, digits = ssn) =>
  people(deps.portal).create({ ssn_lookup: lookupHashes(ring, 'client-ssn', digits) });
const find = (ring: KeyRing, digits = ssn) =>
  people(deps.portal).countDocuments(lookupFilter('ssn_lookup', lookupHashes(ring, 'client-ssn', digits)));

describe('looking up an encrypted number', () => {
  it('finds the row of that number and no other', async () => {
    await insert(older);
    expect(await find(older)).toBe(1);
    expect(await find(older, '219099998')).toBe(0);
  });

  it('finds it before, during and after a rotation, from processes with either ring', async () => {
    await insert(older);
    expect(await find(newer)).toBe(1);
    await people(deps.portal).deleteMany({});
    await insert(newer);
    expect(await find(older)).toBe(1);
  });

  it('refuses a second row for the number, even between processes with different rings', async () => {
    await insert(newer);
    await expect(insert(older)).rejects.toMatchObject({ code: 11000 });
    await expect(insert(newer)).rejects.toMatchObject({ code: 11000 });
  });

  it('uses an index and reads only the row it finds', async () => {
    for (let last = 100; last < 300; last += 1) await insert(newer, `219090${last}`);
    const plan = await people(deps.portal)
      .find(lookupFilter('ssn_lookup', lookupHashes(newer, 'client-ssn', '219090150')))
      .explain('executionStats');
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: 1 } });
  });

  it('stores nothing that reveals the number without the key', () => {
    const [{ h } = { h: '' }] = lookupHashes(older, 'client-ssn', ssn);
    expect(h).toMatch(/^[\w-]{43}$/);
    expect(
      lookupHashes([{ ...first, secret: createSecretKey(Buffer.alloc(32, 1)) }], 'client-ssn', ssn)[0]?.h,
    ).not.toBe(h);
  });

  it('is stored otherwise for a contract than for an account, so that a stolen copy joins none', () => {
    const [account] = lookupHashes(older, 'client-ssn', ssn);
    expect(lookupHashes(older, 'contract-ssn', ssn)).not.toContainEqual(account);
  });
});
