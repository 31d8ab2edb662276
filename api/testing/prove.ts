import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Solves a challenge. @returns the proof that a browser would send with its form. */
export async function prove(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Fetches and solves the challenge that a running site requires for a form. @returns the proof. */
export async function proveTo(siteUrl: string, form: string): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ form }));
  const answer = await fetch(`${siteUrl}/trpc/intake.challenge?input=${input}`);
  const { result } = (await answer.json()) as { result: { data: Challenge } };
  return prove(result.data);
}
