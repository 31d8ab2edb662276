import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { prove } from '#api/testing/prove.ts';
import { empty, endWaits, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { makeChallenge, readProof } from './challenge.ts';
import { refuseRobots, type Sending } from './refuse-robots.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'limits', 'spent_challenges', 'waiting_turns'));
afterAll(() => deps.close());

const purpose = 'case-evaluation';
const proofFor = async (what = purpose, now = new Date()) =>
  prove(await makeChallenge(deps.keys.forms, what, now));

/** Sends a form as a visitor with their own address, unless one is given. */
async function send(sending: Partial<Sending> = {}, address?: string): Promise<string> {
  const { context } = visitor(deps);
  const complete = { purpose, proof: '', honeypot: '', openMs: 60_000, by: randomUUID(), ...sending };
  try {
    await refuseRobots(complete, { ...context, address: address ?? context.address });
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
    ['text that is not JSON', () => 'bm9uZQ=='],
    ['something of another shape', () => Buffer.from('{"challenge":[]}').toString('base64')],
    ['null', () => Buffer.from('null').toString('base64')],
  ])('that is %s proves nothing', async (_what, proof) => {
    expect(await readProof(deps.keys.forms, proof(), purpose)).toBeUndefined();
  });

  it('for another form, or from another key ring, proves nothing', async () => {
    const proof = await proofFor('contract');
    expect(await readProof(deps.keys.forms, proof, purpose)).toBeUndefined();
    expect(await readProof(deps.keys.fields, proof, 'contract')).toBeUndefined();
    expect(await readProof(deps.keys.forms, proof, 'contract')).toBeDefined();
  });

  it('proves nothing after its hour has expired', async () => {
    const proof = await proofFor(purpose, new Date(Date.now() - 3_601_000));
    expect(await readProof(deps.keys.forms, proof, purpose)).toBeUndefined();
  });

  it('proves nothing when the challenge was made easier or longer-lived, or the solution guessed', async () => {
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
  it('with a proof passes however often the same submission is sent, even at once, and never for another one', async () => {
    const proof = await proofFor();
    const same = await Promise.all([1, 2, 3, 4].map(() => send({ proof, by: 'one', openMs: 0 })));
    expect(same).toEqual(['passes', 'passes', 'passes', 'passes']);
    expect(await send({ proof, by: 'another', openMs: 0 })).toBe('bad-input');
    const [spent] = await deps.portal.collection('spent_challenges').find({}).toArray();
    expect(spent?.expires_at.getTime()).toBeGreaterThan(Date.now());
  });

  it('is refused when the honeypot is filled in, whatever the proof', async () => {
    expect(await send({ proof: await proofFor(), honeypot: 'https://spam.example' })).toBe('bad-input');
  });

  it('without a proof is refused in the first five seconds of a page, and without a page', async () => {
    expect(await send({ openMs: 4_900 })).toBe('bad-input');
    expect(await send({ openMs: -60_000 })).toBe('bad-input');
    expect(await send({ openMs: undefined })).toBe('bad-input');
    expect(await send({ openMs: 5_100 })).toBe('passes');
  });

  it('without a proof passes twice an hour from one address', async () => {
    const one = [];
    for (let sent = 0; sent < 3; sent += 1) one.push(await send({}, 'one'));
    expect(one).toEqual(['passes', 'passes', 'too-many']);
  });

  it('without a proof waits ten seconds in a queue during a flood, whatever others do, and with a proof passes', async () => {
    for (let sent = 0; sent < 29; sent += 1) await send({}, `other ${sent}`);
    const { context } = visitor(deps);
    const sending = { purpose, proof: '', honeypot: '', openMs: 60_000, by: randomUUID() };
    await expect(refuseRobots(sending, context)).rejects.toMatchObject({
      code: 'too-many',
      title: 'Please wait a moment',
      message: expect.stringMatching(/Your answers are still here\. Please wait 10 seconds, then press/),
    });
    // However long the others take.
    const waits = deps.portal.collection('waiting_turns');
    await waits.updateMany({}, { $set: { at: new Date(Date.now() + 3_600_000) } });
    for (let sent = 0; sent < 50; sent += 1) await send({}, `more ${sent}`);
    expect(await send({}, context.address)).toBe('too-many');
    await endWaits(deps);
    expect(await send({}, context.address)).toBe('passes');
    expect(await send({ proof: await proofFor() }, 'a browser with script')).toBe('passes');
  });

  it('tells a refused sender what to do instead, with the phone number', async () => {
    const { context } = visitor(deps);
    const sending = { purpose, proof: '', honeypot: 'x', openMs: 60_000, by: 'x' };
    await expect(refuseRobots(sending, context)).rejects.toMatchObject({
      title: 'We could not take this form',
      message: expect.stringMatching(/Your answers are kept\. Please call us/),
    });
  });
});
