import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../api/platform/deps.ts';
import { madeUpFields } from '../cms/attorneys/attorneys.ts';
import { openDeps } from '../tests/setup/deps.ts';
import { sampleAttorneys, seedAttorneys } from './attorneys.ts';

const samples = sampleAttorneys();

describe('sample attorneys', () => {
  it.each(samples.map((sample) => [sample.name, sample] as const))('%s is nobody real', (name, sample) => {
    expect(name).toMatch(/ (Doe|Roe|Poe)$/);
    expect(sample.firm).toMatch(/^(Doe|Roe|Poe) /);
    expect(sample.email).toMatch(/\.example$/);
    expect(sample.phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
    expect(sample.sample).toBe(true);
    expect(madeUpFields(sample)).toEqual(['name', 'firm', 'email', 'phone', 'bio']);
    expect(JSON.stringify({ ...sample, sample: undefined })).not.toMatch(/sample|placeholder|replace/i);
  });

  it('are at least 44 in 22 states, the most of them in New Jersey, and no two share an address', () => {
    expect(samples.length).toBeGreaterThanOrEqual(44);
    const byState = Map.groupBy(samples, ({ state }) => state);
    expect(byState.size).toBeGreaterThanOrEqual(22);
    const [[first] = []] = [...byState].sort(([, one], [, other]) => other.length - one.length);
    expect(first).toBe('NJ');
    for (const key of ['email', 'phone', 'name'] as const) {
      expect(new Set(samples.map((sample) => sample[key])).size).toBe(samples.length);
    }
  });
});

describe('seeding', () => {
  let deps: Deps;
  beforeAll(async () => {
    deps = await openDeps();
    await deps.payload.delete({ collection: 'attorneys', where: {} });
  });
  afterAll(async () => {
    await deps.payload.delete({ collection: 'attorneys', where: {} });
    await deps.close();
  });

  it('adds missing attorneys, by email address, and leaves changed or unlisted ones alone', async () => {
    expect(await seedAttorneys(deps.payload)).toBe(samples.length);
    const where = { email: { equals: samples[0]?.email } };
    await deps.payload.update({ collection: 'attorneys', where, data: { city: 'Hoboken', listed: false } });
    await deps.payload.delete({ collection: 'attorneys', where: { email: { equals: samples[1]?.email } } });
    expect(await seedAttorneys(deps.payload)).toBe(1);
    const { docs } = await deps.payload.find({ collection: 'attorneys', where });
    expect(docs).toMatchObject([{ city: 'Hoboken', listed: false }]);
  });
});
