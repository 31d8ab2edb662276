import { setTimeout as wait } from 'node:timers/promises';
import { submissionKey } from '../../api/casework/intake/browser-drafts.ts';
import { draftsCollection } from '../../api/casework/intake/draft.model.ts';
import { openDataKeys } from '../../api/platform/keys/data-keys.ts';
import { hashSecret, makeSecret } from '../../api/platform/keys/fingerprint.ts';
import { makeFormToken } from '../../api/platform/keys/form-token.ts';
import { getForm } from '../../forms/registry.ts';
import { proofFor } from '../setup/proof.ts';
import { readKeys } from '../setup/site.ts';
import { forEachAtOnce } from './figures.ts';
import type { Product } from './product.ts';
import { isInOurWords, otherAddress, request } from './requests.ts';

const form = 'case-evaluation';

/** All answers but those of the last page. */
const answers = {
  receiving_benefits: 'no',
  applied_before: 'yes',
  has_lawyer: 'no',
  currently_working: 'no',
  under_doctor_care: 'yes',
  out_of_work_12_months: 'yes',
  worked_full_time_5_years: 'yes',
  age_range: '50-54',
};

/** A case evaluation of which only the last page has to be sent. Sent again, it is the same one. */
export interface Evaluation {
  secret: string;
  fields: Record<string, string>;
  address: string;
}

let people = 0;

/** Stores drafts as if so many people had answered all but the last page, with the work of its robot check done. */
export async function prepareEvaluations(
  count: number,
  { portal, dataDir }: Pick<Product, 'portal' | 'dataDir'>,
): Promise<Evaluation[]> {
  const rings = await readKeys(dataDir);
  const keys = await openDataKeys(rings, portal);
  const { version } = getForm(form);
  const ready: Evaluation[] = [];
  await forEachAtOnce(Array.from({ length: count }).keys(), 8, async () => {
    people += 1;
    const email = `person-${people}@sample.example`;
    const secret = makeSecret();
    const _id = hashSecret(secret);
    const now = Date.now();
    await portal.collection<{ _id: string }>(draftsCollection.name).insertOne({
      _id,
      form,
      version,
      answers: draftsCollection.encrypt(await keys.for(_id), _id, 'answers', JSON.stringify(answers)),
      updated_at: new Date(now),
      expires_at: new Date(now + 86_400_000),
    } as { _id: string });
    const fields = {
      first_name: 'Dana',
      last_name: 'Sample',
      phone: '2015550147',
      email,
      zip_code: '07102',
      _token: makeFormToken(rings.forms, secret, form, new Date(now)),
      _proof: await proofFor(form, dataDir),
    };
    ready.push({ secret, fields, address: otherAddress() });
  });
  return ready;
}

/** How the site answered one attempt to send. */
export type Sent =
  | 'stored'
  | 'refused in our words'
  | 'refused otherwise'
  | 'not answered'
  | 'nothing listened'
  | 'hung';

export async function send(url: string, { secret, fields, address }: Evaluation): Promise<Sent> {
  const cookie = `draft-${form}=${secret}`;
  try {
    const answer = await request(url, '/free-case-evaluation/contact', { fields, cookie, address });
    if (answer.status === 303 && answer.location.endsWith('/sent')) return 'stored';
    return isInOurWords(answer) ? 'refused in our words' : 'refused otherwise';
  } catch (error) {
    if (!(error instanceof Error)) return 'not answered';
    if (error.name === 'TimeoutError') return 'hung';
    const { cause } = error;
    const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
    return isRefused ? 'nothing listened' : 'not answered';
  }
}

/** What people met who sent until it was acknowledged. */
export class Attempts {
  readonly counts: Record<Sent, number> = {
    stored: 0,
    'refused in our words': 0,
    'refused otherwise': 0,
    'not answered': 0,
    'nothing listened': 0,
    hung: 0,
  };
  /** Of each attempt, in milliseconds. */
  readonly took: number[] = [];

  /** Sends until the site says that it is stored. @returns whether it did in time. */
  async sendUntilStored(url: string, evaluation: Evaluation, withinMs = 120_000): Promise<boolean> {
    for (const start = performance.now(); performance.now() - start < withinMs; await wait(250)) {
      if ((await this.send(url, evaluation)) === 'stored') return true;
    }
    return false;
  }

  async send(url: string, evaluation: Evaluation): Promise<Sent> {
    const start = performance.now();
    const sent = await send(url, evaluation);
    this.took.push(performance.now() - start);
    this.counts[sent] += 1;
    return sent;
  }
}

/** What was acknowledged and is not there, there twice, or there in part: the record, its email and the closed draft. */
export interface Damage {
  lost: number;
  twice: number;
  halfDone: number;
}

export async function countDamage(
  acknowledged: readonly Evaluation[],
  { portal }: Pick<Product, 'portal'>,
): Promise<Damage> {
  const damage: Damage = { lost: 0, twice: 0, halfDone: 0 };
  for (const { secret } of acknowledged) {
    const submission_key = submissionKey(form, secret);
    const rows = await portal.collection('case_evaluations').find({ submission_key }).toArray();
    const [row] = rows;
    if (!row) {
      damage.lost += 1;
      continue;
    }
    const emails = await portal.collection('outbox').countDocuments({ about: row.reference });
    const draft = await portal
      .collection<{ _id: string; reference?: string }>(draftsCollection.name)
      .findOne({ _id: hashSecret(secret) });
    if (rows.length > 1 || emails > 1) damage.twice += 1;
    if (emails === 0 || draft?.reference !== row.reference) damage.halfDone += 1;
  }
  return damage;
}
