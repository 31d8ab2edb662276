import { type Types, trusted } from 'mongoose';
import { listRepresentatives } from '#api/accounts/staff/owners.ts';
import { type DutyRow, dutiesCollection } from '#api/casework/duties/duty.model.ts';
import {
  type Matter,
  type MatterLevel,
  matterLevels,
  mattersCollection,
} from '#api/casework/matters/matter.model.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { type Contract, contractsCollection } from './contract.model.ts';
import { showContract } from './open-contract.ts';

/** More than a representative signs in a day; those who wait longest come first. */
const mostShown = 100;
const mostCounted = 1_000;

/** Rules of the duties that end when both have signed, and when what they signed is filed: see `claim-rules.ts`. */
export const signingRule = 'contract/sign';
const filingRule = 'contract/file';

/** Where a decision could be favorable next: a fee agreement that is filed after it pays no fee (Act 206(a)(2)(A), POMS GN 03940.003). */
const urgentLevels = matterLevels.slice(matterLevels.indexOf('reconsideration'));

const open = (rule: string) => ({ rule, state: 'open' }) as const;

export interface DeskRow {
  id: string;
  reference: string;
  name: string;
  /** ISO 8601. */
  signedAt: string;
  /** The day by which the representative should sign, or the papers should be filed. */
  due: string;
  /** The level of the claim, from reconsideration on, at which its fee agreement is still not filed; otherwise null. */
  unfiledAt: MatterLevel | null;
  isSample: boolean;
}

export interface SignDesk {
  /** Contracts that wait for the representative, oldest first. */
  waiting: DeskRow[];
  /** Those that do not wait any more, but whose fee agreement is not filed from reconsideration on. */
  unfiled: DeskRow[];
  /** Whether there are more than are shown. */
  more: boolean;
  /** Who can countersign, as contracts print their names. */
  representatives: string[];
}

/** @returns what a representative has to sign, and what then has to be filed at once; 100 of each at most. */
export async function readSignDesk({ deps }: { deps: Reading }): Promise<SignDesk> {
  const [waiting, late, representatives] = await Promise.all([
    listWaiting(deps),
    listLate(deps),
    listRepresentatives(deps.portal),
  ]);
  const signing = new Set(waiting.map(({ matter }) => matter));
  const unfiled = late.filter(({ matter }) => !signing.has(matter));
  return {
    waiting: await present(waiting.slice(0, mostShown), deps),
    unfiled: await present(unfiled.slice(0, mostShown), deps),
    more: waiting.length > mostShown || unfiled.length > mostShown,
    representatives,
  };
}

/** @returns how many contracts wait for the representative, counted up to 1,000. */
export async function countWaiting({
  portal,
}: Pick<Deps, 'portal'>): Promise<{ count: number; more: boolean }> {
  const count = await dutiesCollection
    .model(portal)
    .countDocuments(open(signingRule))
    .limit(mostCounted + 1);
  return { count: Math.min(count, mostCounted), more: count > mostCounted };
}

/** @returns the id of the contract that waits longest for the representative; null where none does. */
export async function findNextToSign({ portal }: Pick<Deps, 'portal'>): Promise<string | null> {
  const [found] = await dutiesCollection
    .rows<DutyRow>(portal)
    .aggregate<{ of: Pick<Matter, 'contract'>[] }>([
      { $match: open(signingRule) },
      { $sort: { due: 1, _id: 1 } },
      { $lookup: { from: mattersCollection.name, localField: 'matter', foreignField: '_id', as: 'of' } },
      { $match: { 'of.contract': { $exists: true } } },
      { $limit: 1 },
      { $project: { of: { contract: 1 } } },
    ])
    .toArray();
  return found?.of[0]?.contract?.toHexString() ?? null;
}

/**
 * @returns the number of a contract's matter, and the level of the claim where its fee agreement is urgent and not filed; null where
 * there is none.
 */
export async function readMatterOf(
  contract: Types.ObjectId,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ matter: string | null; unfiledAt: MatterLevel | null }> {
  const found = await mattersCollection.model(portal).findOne({ contract }, { level: 1 }).lean<Matter>();
  if (!found) return { matter: null, unfiledAt: null };
  return { matter: found._id, unfiledAt: (await readUnfiled([found], portal)).get(found._id) ?? null };
}

type DueRow = Pick<DutyRow, 'matter' | 'due'>;

function listWaiting({ portal }: Pick<Deps, 'portal'>): Promise<DueRow[]> {
  return dutiesCollection
    .model(portal)
    .find(open(signingRule), { matter: 1, due: 1 })
    .sort({ due: 1, _id: 1 })
    .limit(mostShown + 1)
    .lean<DueRow[]>();
}

/** Of all that are not filed, few are of a claim that has got so far. */
function listLate({ portal }: Pick<Deps, 'portal'>): Promise<DueRow[]> {
  return dutiesCollection
    .rows<DutyRow>(portal)
    .aggregate<DueRow>([
      { $match: open(filingRule) },
      { $sort: { due: 1, _id: 1 } },
      { $project: { matter: 1, due: 1 } },
      { $lookup: { from: mattersCollection.name, localField: 'matter', foreignField: '_id', as: 'of' } },
      { $match: { 'of.level': { $in: urgentLevels } } },
      { $limit: 2 * mostShown + 1 },
      { $project: { of: 0 } },
    ])
    .toArray();
}

/** @returns the level of each matter at which the fee agreement is urgent and not filed. */
async function readUnfiled(
  matters: readonly Pick<Matter, '_id' | 'level'>[],
  portal: Deps['portal'],
): Promise<Map<string, MatterLevel>> {
  const late = matters.filter(({ level }) => urgentLevels.includes(level));
  const filing: string[] = await dutiesCollection
    .model(portal)
    .distinct('matter', { ...open(filingRule), matter: trusted({ $in: late.map(({ _id }) => _id) }) });
  return new Map(late.flatMap(({ _id, level }) => (filing.includes(_id) ? [[_id, level]] : [])));
}

/** @returns rows, the contract that was signed first before others; a matter without a contract has none. */
async function present(duties: readonly DueRow[], deps: Reading): Promise<DeskRow[]> {
  const { portal } = deps;
  const matters = await mattersCollection
    .model(portal)
    .find({ _id: trusted({ $in: duties.map(({ matter }) => matter) }) }, { contract: 1, level: 1 })
    .lean<Pick<Matter, '_id' | 'contract' | 'level'>[]>();
  const [unfiled, contracts] = await Promise.all([
    readUnfiled(matters, portal),
    contractsCollection
      .model(portal)
      .find({ _id: trusted({ $in: matters.flatMap(({ contract }) => contract ?? []) }) })
      .lean<Contract[]>(),
  ]);
  const opened = new Map(
    await Promise.all(
      contracts.map(async (each) => [each._id.toHexString(), await showContract(each, deps)] as const),
    ),
  );
  const contractOf = new Map(matters.map(({ _id, contract }) => [_id, contract?.toHexString() ?? '']));
  const rows = duties.flatMap(({ matter, due }) => {
    const id = contractOf.get(matter) ?? '';
    const found = opened.get(id);
    if (!found) return [];
    const { reference, signed_at, sample } = found.contract;
    const name = String(found.answers.signature_name);
    const unfiledAt = unfiled.get(matter) ?? null;
    const isSample = sample === true;
    return [{ id, reference, name, signedAt: signed_at.toISOString(), due, unfiledAt, isSample }];
  });
  return rows.sort((one, other) => (one.signedAt < other.signedAt ? -1 : 1));
}
