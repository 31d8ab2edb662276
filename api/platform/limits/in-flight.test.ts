import { describe, expect, it } from 'vitest';
import { makeInFlight } from './in-flight.ts';

const refusal = { title: 'Please wait', text: 'Too much at once.' };

describe('what one account has under way', () => {
  it('is refused beyond the limit, and costs nobody else anything', async () => {
    const inFlight = makeInFlight(2, refusal);
    const held = Promise.withResolvers<void>();
    const begun = [inFlight('one', () => held.promise), inFlight('one', () => held.promise)];
    await expect(inFlight('one', async () => 'done')).rejects.toMatchObject({ code: 'too-many' });
    expect(await inFlight('other', async () => 'done')).toBe('done');
    held.resolve();
    await Promise.all(begun);
  });

  it('makes room once it ends, also when it fails', async () => {
    const inFlight = makeInFlight(1, refusal);
    for (let times = 0; times < 3; times += 1) {
      await expect(inFlight('one', () => Promise.reject(new Error('It broke.')))).rejects.toThrow(
        'It broke.',
      );
      expect(await inFlight('one', async () => 'done')).toBe('done');
    }
  });
});
