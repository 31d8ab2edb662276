import { longDate } from '@claimdesk/forms/calendar';
import { foldText } from '@claimdesk/forms/declared-rules';
import { easternDay } from '@claimdesk/forms/eastern-time';
import type { mongo, Types } from 'mongoose';
import { findAccount } from '#api/accounts/clients/client-account.ts';
import { eventId } from '#api/accounts/clients/events.ts';
import type { StaffAccount } from '#api/accounts/staff/staff.model.ts';
import type { CountingContext } from '#api/casework/duties/count-due.ts';
import { endDuty, enterEvent, openMatter } from '#api/casework/matters/change-matter.ts';
import { type Matter, mattersCollection } from '#api/casework/matters/matter.model.ts';
import { knownEmail } from '#api/casework/profile/known-email.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { orderDocument } from '#api/platform/documents/make-documents.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import {
  type Contract,
  type Countersignature,
  circumstancesOf,
  contractsCollection,
} from './contract.model.ts';
import { contractNewsEmail } from './contract-emails.ts';
import { findContract } from './list-contracts.ts';
import { findClientOf } from './match-contracts.ts';
import { openContract } from './open-contract.ts';
import { signingRule } from './sign-desk.ts';

interface Signing {
  id: string;
  /** As the representative typed it. */
  typedName: string;
  key: string;
}

type Context = Pick<RequestContext, 'deps' | 'address' | 'userAgent'> & {
  staff: { userId: string; account: Pick<StaffAccount, 'name' | 'representativeName'> };
};

/**
 * Signs a contract as the representative: with an order for a PDF that has both signatures, an event in the contract's matter and
 * the end of its duty, in one transaction. What the client signed stays as it is, with its PDF.
 *
 * @returns whether the client is told by email that there is news.
 * @throws DomainError `forbidden` for an account that is no representative's; `bad-input` for another name than contracts print;
 * `conflict` once it is countersigned; `not-found`.
 */
export async function countersign(
  { id, typedName, key }: Signing,
  { deps, staff, ...request }: Context,
): Promise<{ isTold: boolean }> {
  const name = requireRepresentative(staff.account, typedName);
  const contract = await findContract(id, deps);
  const { _id, reference, signed_at, agreement } = contract;
  // A text that nobody can read any more is not signed.
  const opened = await openContract(contract, deps);
  const email = await newsEmail(opened, deps);
  const closings = await readFederalClosings(deps);
  const { portal, keys } = deps;
  const ring = await keys.for(_id);
  const circumstances = contractsCollection.encrypt(
    ring,
    _id,
    'countersignature.circumstances',
    JSON.stringify(circumstancesOf(typedName, request)),
  );
  await inTransaction(portal, async (session) => {
    const stored = await contractsCollection.model(portal).findOne({ _id }).session(session).lean<Contract>();
    if (!stored) throw new DomainError('not-found', 'This contract was not found.');
    if (stored.countersignature?.key === key) return;
    if (stored.countersignature) throw alreadySigned(stored.countersignature);
    const at = new Date();
    const document = await orderDocument(
      {
        ...{ kind: 'countersigned contract', of: _id, reference, signed_at },
        ...{ countersigned_at: at, text_version: agreement },
      },
      portal,
      session,
    );
    const countersignature: Countersignature = {
      ...{ at, staff: staff.userId, name, agreement, circumstances, document, key },
    };
    // Of two that sign at the same moment, one conflicts, runs again, and finds the signature of the other.
    await contractsCollection.model(portal).updateOne({ _id }, { countersignature }, { session });
    await noteInMatter(contract, { at, staff }, { portal, keys, closings }, session);
    if (email) await enqueue(email, { portal, keys, session }, { reference });
  });
  deps.log.info('contract countersigned', { reference, staff: staff.userId });
  return { isTold: email !== null };
}

/** @returns the name as contracts print it. */
function requireRepresentative(
  { representativeName }: Context['staff']['account'],
  typedName: string,
): string {
  if (representativeName === null) {
    const text =
      'Only a representative signs contracts. An administrator names who that is, in Staff accounts.';
    throw new DomainError('forbidden', text);
  }
  if (foldText(typedName) === foldText(representativeName)) return representativeName;
  const text = `Type your name as contracts print it: ${representativeName}`;
  throw new DomainError('bad-input', text, { fields: { typed_name: text } });
}

function alreadySigned({ name, at }: Countersignature): DomainError {
  const text = `${name} countersigned this contract on ${longDate(easternDay(at))}. Nothing was changed.`;
  return new DomainError('conflict', text, { title: 'Already countersigned' });
}

/** Writes that the contract is countersigned, by whom the person is represented, and that it does not wait for a signature any more. */
async function noteInMatter(
  { _id, reference }: Pick<Contract, '_id' | 'reference'>,
  { at, staff: { userId, account } }: Pick<Context, 'staff'> & { at: Date },
  deps: Pick<Deps, 'portal' | 'keys'> & CountingContext,
  session: mongo.ClientSession,
): Promise<void> {
  const matter = await findMatterOf(_id, deps, session);
  const day = easternDay(at);
  await enterEvent(
    {
      matter: matter._id,
      facts: { kind: 'contract countersigned', day },
      ...{ source: 'contract', by: userId, id: eventId(at, _id.toHexString()).toHexString() },
    },
    deps,
    session,
  );
  await mattersCollection
    .model(deps.portal)
    .updateOne({ _id: matter._id }, { representative: userId }, { session });
  const { duties } = await openMatter(matter._id, deps, session);
  const what = 'Countersigned here';
  // Staff may have said already that both signed on paper.
  for (const { id } of duties.filter(({ rule, state }) => rule === signingRule && state === 'open'))
    await endDuty(
      {
        ...{ matter: matter._id, duty: id },
        outcome: { state: 'done', what, on: day, by: account.name, confirmation: reference },
      },
      deps,
      session,
    );
}

/** @throws Error where a contract has no matter: each has had one from the moment it was signed. */
async function findMatterOf(
  contract: Types.ObjectId,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<Matter> {
  return mattersCollection.model(portal).findOne({ contract }).session(session).lean<Matter>().orFail();
}

/**
 * A client whose account is confirmed is told as of all news. Of others we know no more than the address to which the signed
 * contract went.
 */
async function newsEmail(opened: Awaited<ReturnType<typeof openContract>>, deps: Deps) {
  const client = await findClientOf(opened, deps);
  const account = client === null ? null : await findAccount({ id: client }, deps);
  const isConfirmed = account?.isConfirmed === true;
  const to = isConfirmed ? await knownEmail(account, deps) : String(opened.answers.email);
  return to === null
    ? null
    : contractNewsEmail({ to, isConfirmed, firm: await deps.readFirm() }, deps.settings);
}
