import { forEachAtOnce, none, type Row, sized } from './figures.ts';
import { addClients, type Person, somebody } from './people.ts';
import type { Product } from './product.ts';
import { type Answer, dateFields, type OpenForm, openForm, post } from './requests.ts';
import type { Trial } from './trial.ts';

/** Of one number and look-up: more than ten attempts in all would ask for the date of birth. */
const perNumber = 4;
const warmUp = 20;
/** At a time, as many as are hashed at a time. */
const atOnce = 2;

/** Where somebody types a number, and is to learn nothing about it. */
interface LookUp {
  what: string;
  pairs: number;
  path: string;
  fields(person: Person): Record<string, string>;
}

const leastPairs = 100;

const lookUps: readonly LookUp[] = [
  {
    what: 'client login, with a wrong PIN',
    pairs: 2_000,
    path: '/client-login',
    fields: ({ ssn }) => ({ ssn, pin: '8053' }),
  },
  {
    what: 'new PIN, with a code that was never given',
    pairs: 1_000,
    path: '/client-login/new-pin',
    fields: ({ ssn, dateOfBirth }) => ({
      ssn,
      ...dateFields('date_of_birth', dateOfBirth),
      code: 'K7QH-M9XC',
      pin: '7391',
      confirm_pin: '7391',
    }),
  },
  {
    what: 'code for a new PIN by email',
    pairs: 1_000,
    path: '/client-login/forgot-pin',
    fields: ({ ssn, dateOfBirth }) => ({ ssn, ...dateFields('date_of_birth', dateOfBirth) }),
  },
];

/** Whether the time of an answer tells a registered number from another. */
export const timing: Trial = {
  name: 'timing',
  title: 'Time of known and unknown Social Security numbers',
  about:
    'Pairs of requests over HTTP, one for a registered number and one for another, in random order, two pairs at a time. The AUC is how often the known number took longer: 0.5 tells nothing. With fewer pairs the mark is wider, by four standard errors. Registration is not among them: it says that a number is registered, once everything else is right.',
  on: 'one node',
  async run(scale, product) {
    const most = Math.max(...lookUps.map(({ pairs }) => sized(pairs, scale, leastPairs)));
    const known = await addClients(Math.ceil(most / perNumber), product);
    const unknown = known.map(somebody);
    const rows: Row[] = [];
    for (const lookUp of lookUps) rows.push(...(await compare(lookUp, { known, unknown }, scale, product)));
    return rows;
  },
};

type Kind = 'known' | 'unknown';

async function compare(
  { what, pairs, path, fields }: LookUp,
  people: Record<Kind, Person[]>,
  scale: number,
  product: Product,
): Promise<Row[]> {
  const count = sized(pairs, scale, leastPairs);
  const form = await openForm(product.url, path);
  const times: Record<Kind, number[]> = { known: [], unknown: [] };
  const answers: Record<Kind, Set<string>> = { known: new Set(), unknown: new Set() };
  // Of the warm-up nothing counts, and its numbers are others, so that both halves of a pair have been used as often.
  for (let at = 0; at < warmUp; at += 1) await timed(product, form, fields(somebody()));
  await forEachAtOnce(Array.from({ length: count }).keys(), atOnce, async (at) => {
    const order: Kind[] = Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const kind of order) {
      const person = people[kind][at % people[kind].length] as Person;
      const { ms, answer } = await timed(product, form, fields(person));
      times[kind].push(ms);
      answers[kind].add(answer);
    }
  });
  const halfWidth = Math.max(0.05, 4 * standardError(count));
  return [
    judge(what, count, aucOf(times.known, times.unknown), halfWidth),
    none(`${what}: answers that only one of them got`, differences(answers)),
  ];
}

async function timed(
  { url }: Product,
  form: OpenForm,
  fields: Record<string, string>,
): Promise<{ ms: number; answer: string }> {
  const start = performance.now();
  const answer = await post(url, form, fields);
  return { ms: performance.now() - start, answer: wordsOf(answer) };
}

/** What differs from answer to answer by design, such as nonces and tokens, is not in it. */
function wordsOf({ status, location, html }: Answer): string {
  const alert = /role="alert"[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? '';
  return `${status} ${location} ${alert.replaceAll(/<[^>]*>/g, ' ')}`;
}

function differences({ known, unknown }: Record<Kind, Set<string>>): number {
  const [ones, others] = [[...known], [...unknown]];
  return ones.filter((each) => !unknown.has(each)).length + others.filter((each) => !known.has(each)).length;
}

/** @returns how likely a value of `ones` is above one of `others`; equal ones count half. */
function aucOf(ones: readonly number[], others: readonly number[]): number {
  const ranked = [...ones.map((ms) => ({ ms, one: 1 })), ...others.map((ms) => ({ ms, one: 0 }))].toSorted(
    (a, b) => a.ms - b.ms,
  );
  let rankSum = 0;
  for (let from = 0; from < ranked.length; ) {
    const tied = ranked.slice(from).findIndex(({ ms }) => ms !== ranked[from]?.ms);
    const to = tied === -1 ? ranked.length : from + tied;
    const rank = (from + 1 + to) / 2;
    for (const { one } of ranked.slice(from, to)) rankSum += one * rank;
    from = to;
  }
  return (rankSum - (ones.length * (ones.length + 1)) / 2) / (ones.length * others.length);
}

/** Of the AUC of equal samples of this size. */
function standardError(count: number): number {
  return Math.sqrt((2 * count + 1) / (12 * count * count));
}

function judge(what: string, count: number, auc: number, halfWidth: number): Row {
  const bounds = [0.5 - halfWidth, 0.5 + halfWidth].map((bound) => bound.toFixed(2));
  return {
    what: `${what}: AUC over ${count.toLocaleString('en-US')} pairs`,
    figure: auc.toFixed(3),
    mark: bounds.join(' to '),
    passed: Math.abs(auc - 0.5) <= halfWidth,
  };
}
