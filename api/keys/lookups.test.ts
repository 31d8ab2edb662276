import { type Connection, type Model, Schema } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDeps } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { type KeyRing, makeKeys, parseKeys } from './key-ring.ts';
import { foundBy, type Lookup, lookupHashes, lookupShape } from './lookups.ts';

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
    { ssn_lookup: lookupShape },
    { collection: 'lookup_tests', strict: 'throw' },
  ).index({ 'ssn_lookup.h': 1 }, { unique: true });
  return portal.models.LookupTest ?? portal.model<Person>('LookupTest', schema);
}
const put = (ring: KeyRing, digits = ssn) =>
  people(deps.portal).create({ ssn_lookup: lookupHashes(ring, 'ssn', digits) });
const find = (ring: KeyRing, digits = ssn) =>
  people(deps.portal).countDocuments(foundBy('ssn_lookup', lookupHashes(ring, 'ssn', digits)));

describe('looking a sealed number up', () => {
  it('finds the row of this number and no other', async () => {
    await put(older);
    expect(await find(older)).toBe(1);
    expect(await find(older, '219099998')).toBe(0);
  });

  it('finds it before, during and after a rotation, from processes with either ring', async () => {
    await put(older);
    expect(await find(newer)).toBe(1);
    await people(deps.portal).deleteMany({});
    await put(newer);
    expect(await find(older)).toBe(1);
  });

  it('refuses a second row for the number, also between processes with different rings', async () => {
    await put(newer);
    await expect(put(older)).rejects.toMatchObject({ code: 11000 });
    await expect(put(newer)).rejects.toMatchObject({ code: 11000 });
  });

  it('reads an index and only the row that it finds', async () => {
    for (let last = 100; last < 300; last += 1) await put(newer, `219090${last}`);
    const plan = await people(deps.portal)
      .find(foundBy('ssn_lookup', lookupHashes(newer, 'ssn', '219090150')))
      .explain('executionStats');
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: 1 } });
  });

  it('keeps nothing from which the number can be read without the key', () => {
    const [{ h } = { h: '' }] = lookupHashes(older, 'ssn', ssn);
    expect(h).toMatch(/^[\w-]{43}$/);
    expect(lookupHashes([{ ...first, secret: Buffer.alloc(32, 1) }], 'ssn', ssn)[0]?.h).not.toBe(h);
  });
});
