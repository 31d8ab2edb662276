import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { empty, openDeps, visitor } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { prove } from '../testing/prove.ts';
import { makeChallenge, readProof } from './challenge.ts';
import { refuseRobots, type Sending } from './refuse-robots.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'limits', 'spent_challenges'));
afterAll(() => deps.close());

const purpose = 'case-evaluation';
const proofFor = async (what = purpose, now = new Date()) =>
  prove(await makeChallenge(deps.keys.forms, what, now));

/** Somebody at an address of their own, unless another one is given, who sends something. */
async function send(sending: Partial<Sending> = {}, address?: string): Promise<string> {
  const { context } = visitor(deps);
  const whole = { purpose, proof: '', trap: '', openMs: 60_000, by: randomUUID(), ...sending };
  try {
    await refuseRobots(whole, { ...context, address: address ?? context.address });
    return 'passes';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'fails';
  }
}

interface Parsed {
  challenge: { parameters: object; signature: string };
  solution: object;
}

function changed(proof: string, change: (parsed: Parsed) => void): string {
  const parsed = JSON.parse(Buffer.from(proof, 'base64').toString());
  change(parsed);
  return Buffer.from(JSON.stringify(parsed)).toString('base64');
}

describe('a proof of work', () => {
  it.each([
    ['nothing', () => ''],
    ['text that is no JSON', () => 'bm9uZQ=='],
    ['something of another shape', () => Buffer.from('{"challenge":[]}').toString('base64')],
    ['null', () => Buffer.from('null').toString('base64')],
  ])('that is %s proves nothing', async (_what, proof) => {
    expect(await readProof(deps.keys.forms, proof(), purpose)).toBeUndefined();
  });

  it('for another form, or of another ring of keys, proves nothing', async () => {
    const proof = await proofFor('contract');
    expect(await readProof(deps.keys.forms, proof, purpose)).toBeUndefined();
    expect(await readProof(deps.keys.fields, proof, 'contract')).toBeUndefined();
    expect(await readProof(deps.keys.forms, proof, 'contract')).toBeDefined();
  });

  it('proves nothing once its hour is over', async () => {
    const proof = await proofFor(purpose, new Date(Date.now() - 3_601_000));
    expect(await readProof(deps.keys.forms, proof, purpose)).toBeUndefined();
  });

  it('proves nothing when the challenge was made easier or longer, or the answer guessed', async () => {
    const proof = await proofFor();
    const attempts = [
      changed(proof, ({ challenge }) => Object.assign(challenge.parameters, { cost: 1 })),
      changed(proof, ({ challenge }) => Object.assign(challenge.parameters, { expiresAt: 9_999_999_999 })),
      changed(proof, ({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '00' })),
      changed(proof, ({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) })),
      changed(proof, ({ challenge }) => Object.assign(challenge, { signature: '' })),
    ];
    for (const attempt of attempts) {
      expect(await readProof(deps.keys.forms, attempt, purpose)).toBeUndefined();
    }
  });
});

describe('sending a form', () => {
  it('passes with a proof as often as the same thing is sent, also at once, and never for another thing', async () => {
    const proof = await proofFor();
    const same = await Promise.all([1, 2, 3, 4].map(() => send({ proof, by: 'one', openMs: 0 })));
    expect(same).toEqual(['passes', 'passes', 'passes', 'passes']);
    expect(await send({ proof, by: 'another', openMs: 0 })).toBe('bad-input');
    const [spent] = await deps.portal.collection('spent_challenges').find({}).toArray();
    expect(spent?.expires_at.getTime()).toBeGreaterThan(Date.now());
  });

  it('is refused when the field that people do not meet is filled, whatever is proved', async () => {
    expect(await send({ proof: await proofFor(), trap: 'https://spam.example' })).toBe('bad-input');
  });

  it('without a proof is refused in the first five seconds of a page, and where there was no page', async () => {
    expect(await send({ openMs: 4_900 })).toBe('bad-input');
    expect(await send({ openMs: -60_000 })).toBe('bad-input');
    expect(await send({ openMs: undefined })).toBe('bad-input');
    expect(await send({ openMs: 5_100 })).toBe('passes');
  });

  it('without a proof passes twice an hour from one address, and thirty times overall', async () => {
    const one = [];
    for (let sent = 0; sent < 3; sent += 1) one.push(await send({}, 'one'));
    expect(one).toEqual(['passes', 'passes', 'too-many']);
    const others = [];
    for (let sent = 0; sent < 29; sent += 1) others.push(await send({}, `other ${sent}`));
    expect(others.filter((each) => each === 'passes')).toHaveLength(28);
    expect(await send({ proof: await proofFor() }, 'other 30')).toBe('passes');
  });

  it('that is refused says what to do instead, with the phone number', async () => {
    const { context } = visitor(deps);
    const sending = { purpose, proof: '', trap: 'x', openMs: 60_000, by: 'x' };
    await expect(refuseRobots(sending, context)).rejects.toMatchObject({
      title: 'We could not take this form',
      message: expect.stringMatching(/Your answers are kept\. Please call us/),
    });
  });
});
