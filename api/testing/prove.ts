import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** @returns the proof that a browser would send with its form. */
export async function prove(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Does the work that a running site asks for before it takes a form over its API. */
export async function proveTo(siteUrl: string, form: string): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ form }));
  const answer = await fetch(`${siteUrl}/trpc/intake.challenge?input=${input}`);
  const { result } = (await answer.json()) as { result: { data: Challenge } };
  return prove(result.data);
}
