import { describe, expect, it } from 'vitest';
import { identify, makeReference } from './reference.ts';

it('is two groups of four unmistakable characters, and never a word', () => {
  for (let count = 0; count < 2_000; count += 1) {
    expect(makeReference()).toMatch(/^[34679CDFGHJKMNPQRTWXY]{4}-[34679CDFGHJKMNPQRTWXY]{4}$/);
  }
});

it('is different every time', () => {
  expect(new Set(Array.from({ length: 2_000 }, makeReference)).size).toBe(2_000);
});

describe('the id and the reference of a submission', () => {
  const pattern = /^[34679CDFGHJKMNPQRTWXY]{4}-[34679CDFGHJKMNPQRTWXY]{4}$/;

  it('follow from its key, in each collection and for each attempt others', () => {
    const all = ['case_evaluations', 'signed_contracts'].flatMap((collection) =>
      ['one', 'other'].flatMap((key) => [0, 1].map((attempt) => identify(collection, key, attempt))),
    );
    for (const { reference } of all) expect(reference).toMatch(pattern);
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(8);
    expect(new Set(all.map(({ _id }) => String(_id))).size).toBe(8);
    expect(identify('case_evaluations', 'one')).toEqual(all[0]);
  });

  it('say the same: the id holds the letters of the reference, after what tells the collection', () => {
    const { _id, reference } = identify('case_evaluations', 'one');
    const bytes = Buffer.from(_id.toHexString(), 'hex');
    expect(bytes.subarray(4).toString('ascii')).toBe(reference.replace('-', ''));
    const others = identify('case_evaluations', 'other');
    expect(others._id.toHexString().slice(0, 8)).toBe(_id.toHexString().slice(0, 8));
    expect(identify('signed_contracts', 'one')._id.toHexString().slice(0, 8)).not.toBe(
      _id.toHexString().slice(0, 8),
    );
  });
});
