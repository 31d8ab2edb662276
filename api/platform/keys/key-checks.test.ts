import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findEncryptedIn } from '#api/operations/find-encrypted.ts';
import type { Deps } from '#api/platform/deps.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { dataKeysCollection, openDataKeys, type WrappedKey } from './data-keys.ts';
import { type CheckKeys, keyChecksCollection, makeKeyCheck } from './key-checks.ts';
import { type Keys, makeKeySecret, makeKeys, parseKeys, purposes } from './key-ring.ts';

let deps: Deps;
let check: CheckKeys;
let lookups: WrappedKey;
const rings = parseKeys(makeKeys());
beforeAll(async () => {
  deps = await openDeps();
  check = makeKeyCheck(deps.portal, findEncryptedIn(deps.portal));
  lookups = (await dataKeysCollection.rows<WrappedKey>(deps.portal).findOne({ _id: 'lookups' })) ?? lookups;
});
beforeEach(() => empty(deps, keyChecksCollection.name, dataKeysCollection.name));
afterAll(async () => {
  await dataKeysCollection.rows<WrappedKey>(deps.portal).insertOne(lookups);
  await deps.close();
});

const refusalOf = (id: string, purpose: string) =>
  `APP_KEYS: the key ${id} of ${purpose} is not the key of that name that this database was used with: put the right one back, or give a new key a name of its own.`;
const stored = () => keyChecksCollection.rows(deps.portal).find().sort({ _id: 1 }).toArray();

describe('a key with the name of another', () => {
  it.each(purposes)('is refused of %s, where the other was used before', async (purpose) => {
    await check(rings);
    const before = await stored();
    const wrong = { ...rings, [purpose]: parseKeys(makeKeys())[purpose] };
    await expect(check(wrong)).rejects.toThrow(refusalOf('k1', purpose));
    expect(await stored()).toEqual(before);
  });

  it('is refused behind a key that is new', async () => {
    await check(rings);
    const ring = { k2: makeKeySecret(), k1: makeKeySecret() };
    const fields = Object.entries(ring).map(([id, secret]) => ({ id, secret }));
    const wrong = parseKeys(JSON.stringify({ ...JSON.parse(makeKeys()), fields }));
    await expect(check({ ...rings, fields: wrong.fields })).rejects.toThrow(refusalOf('k1', 'fields'));
  });

  it.each(['fields', 'lookups'] as const)(
    'is refused of %s in a database of an earlier version, by what the other encrypted',
    async (purpose) => {
      const keys = await openDataKeys(rings, deps.portal);
      await keys.for('somebody');
      const wrong: Keys = { ...rings, [purpose]: parseKeys(makeKeys())[purpose] };
      await expect(check(wrong)).rejects.toThrow(refusalOf('k1', purpose));
      expect(await stored()).toEqual([]);
      await check(rings);
      expect(await stored()).toHaveLength(purposes.length);
    },
  );

  it('is refused when two processes start at once with one each', async () => {
    const other = { ...rings, fields: parseKeys(makeKeys()).fields };
    const starts = await Promise.allSettled([check(rings), check(other)]);
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a key', () => {
  it('is remembered from its first start, and is no part of what is stored', async () => {
    await check(rings);
    await check(rings);
    const checks = await stored();
    expect(checks.map(({ _id }) => String(_id))).toEqual(
      purposes.map((purpose) => `${purpose}.k1`).toSorted(),
    );
    const secrets = purposes.map((purpose) => rings[purpose][0].secret.export());
    for (const secret of secrets)
      for (const encoding of ['base64', 'base64url', 'hex'] as const)
        expect(JSON.stringify(checks)).not.toContain(secret.toString(encoding));
  });
});
