import { makeChallenge } from '../../api/platform/robots/challenge.ts';
import { prove } from '../../api/testing/prove.ts';
import { readKeys } from './site.ts';

/**
 * @returns the proof that a form is not sent by a robot, as the running site accepts it. The challenge is made with the
 * site's key and takes a fiftieth of the usual work, because many journeys only need that something was sent.
 */
export async function proofFor(form: string, dataDir = process.env.SITE_DATA_DIR ?? ''): Promise<string> {
  const { forms } = await readKeys(dataDir);
  return prove(await makeChallenge(forms, form, new Date(), 0.02));
}
