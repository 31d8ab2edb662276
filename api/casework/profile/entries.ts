import type { Answers } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { type mongo, Types } from 'mongoose';
import { encryptAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import { changedFields } from '#api/platform/audit/audit-chain.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type SearchTokens, searchTokens } from '#api/platform/keys/search-tokens.ts';
import { orderNotice } from './agency-notices.ts';
import { recordConsent, type SaidFrom } from './consents.ts';
import { entryText, shownAnswers } from './entry-text.ts';
import { type ProfileEntry, profileCollections } from './profile-entry.model.ts';
import {
  type ConsentKind,
  type ProfileKind,
  profileKinds,
  rulesOf,
  searchableEntry,
  searchedKinds,
} from './profile-kinds.ts';
import { type EntryKey, openAnswers, readRows, recordOf, textOf } from './read-entries.ts';
import { countChange, findRow, notFound, type ProfileDeps, writeEntry } from './write-entry.ts';

/** How long the server takes an entry back; the page offers it for ten seconds. */
export const restoreMinutes = 10;

/**
 * Adds an entry. The first of a kind with a primary entry becomes that.
 *
 * @param added.key of the form: the same key adds one entry, so a double click or a repeated post adds nothing twice.
 * @returns the id. @throws DomainError `bad-input` with a sentence for each field to correct; `conflict` when there are as
 * many as there may be, or the same one; `not-found` for a treatment without its facility.
 */
export async function addEntry(
  added: {
    client: string;
    kind: ProfileKind;
    key: string;
    answers: Answers;
    facility?: string | undefined;
    from?: SaidFrom;
  },
  deps: ProfileDeps,
): Promise<{ id: string }> {
  const { client, kind, key } = added;
  const definition = getForm(kind);
  const answers = validAnswers(kind, added.answers);
  return writeEntry({ client, kind, action: 'added' }, deps, definition, async (change, session, done) => {
    const model = profileCollections[kind].model(deps.portal);
    const before = await model.findOne({ client_id: client, key }, { _id: 1 }).session(session).lean();
    if (before) return { id: before._id.toHexString() };
    const rows = await readRows({ client, kind }, deps, session);
    await refuseSurplus(kind, rows, answers, deps);
    const _id = new Types.ObjectId();
    const now = new Date();
    const isFirst = !rows.some(({ is_primary }) => is_primary);
    const row = {
      _id,
      client_id: client,
      form: kind,
      version: definition.version,
      answers: encryptAnswers(answers, definition, await deps.keys.for(client), recordOf(kind, _id)),
      key,
      revision: 1,
      ...(rulesOf(kind).hasPrimary ? { is_primary: isFirst } : {}),
      ...(searchedKinds.includes(kind) ? { search_tokens: tokensOf(kind, answers, deps) } : {}),
      ...(kind === 'medical-treatment' ? { facility: await facilityOf(added, deps, session) } : {}),
      created_at: now,
      changed_at: now,
      deleted_at: null,
    };
    await model.create([row], { session });
    for (const consent of consentsOf(kind, answers))
      await recordConsent(
        {
          client_id: client,
          change,
          subject: _id,
          form: kind,
          subjectText: entryText(kind, shownAnswers(definition, answers)),
          version: definition.version,
          from: added.from,
          ...consent,
        },
        deps,
        session,
      );
    if (kind === 'mailing-address') await orderNotice({ client, address: _id, revision: 1 }, deps, session);
    await done();
    return { id: _id.toHexString() };
  });
}

/**
 * Replaces the answers of an entry, except the consent that it gives, see `setConsent`. What it common before is no longer
 * allowed then.
 *
 * @param changed.revision of the entry that the form was opened with. @throws DomainError `bad-input` as in `addEntry`;
 * `conflict` when the entry has changed since, which a second post of the same form is not; `not-found`.
 */
export async function changeEntry(
  changed: EntryKey & { revision: number; answers: Answers; from?: SaidFrom },
  deps: ProfileDeps,
): Promise<void> {
  const { client, kind, revision } = changed;
  const definition = getForm(kind);
  const valid = validAnswers(kind, changed.answers);
  await writeEntry({ client, kind, action: 'changed' }, deps, definition, async (change, session, done) => {
    const row = await findRow(changed, deps, session);
    const stored = await openAnswers(kind, row, deps);
    const before = await textOf(row, stored, deps);
    const after = entryText(kind, shownAnswers(definition, valid));
    const answers = withConsent(kind, valid, before === after ? stored : undefined);
    if (JSON.stringify(stored) === JSON.stringify(answers)) return;
    requireRevision(row, revision);
    const ring = await deps.keys.for(client);
    const encrypted = encryptAnswers(answers, definition, ring, recordOf(kind, row._id));
    await profileCollections[kind].model(deps.portal).updateOne(
      { _id: row._id },
      {
        $set: { answers: encrypted, version: definition.version, changed_at: new Date() },
        $inc: { revision: 1 },
      },
      { session },
    );
    if (kind === 'mailing-address')
      await orderNotice({ client, address: row._id, revision: revision + 1 }, deps, session);
    if (before !== after) {
      const common = { client_id: client, subject: row._id, form: kind, from: changed.from };
      for (const consent of consentsOf(kind, stored)) {
        const withdrawn = {
          ...common,
          ...consent,
          granted: false,
          subjectText: before,
          version: row.version,
        };
        await recordConsent({ ...withdrawn, change }, deps, session);
      }
      for (const consent of consentsOf(kind, answers)) {
        const allowed = { ...common, ...consent, subjectText: after, version: definition.version };
        // Of one subject each entry has a number of its own, and the newest one counts.
        await recordConsent({ ...allowed, change: await countChange(client, deps, session) }, deps, session);
      }
    }
    await done(changedFields(stored, answers));
  });
}

/**
 * Deletes an entry, and with it the consent that it gave. Where it was the primary one, the oldest other one becomes that.
 *
 * @throws DomainError `conflict` when the entry has changed since, or is a facility with treatments; `not-found`. Deleting
 * it twice is no error.
 */
export async function removeEntry(
  removed: EntryKey & { revision: number; from?: SaidFrom },
  deps: ProfileDeps,
): Promise<void> {
  const { client, kind, id, revision } = removed;
  await writeEntry({ client, kind, action: 'deleted' }, deps, null, async (change, session, done) => {
    const model = profileCollections[kind].model(deps.portal);
    const row = await model.findOne({ _id: id, client_id: client }).session(session).lean<ProfileEntry>();
    if (!row) throw notFound();
    if (row.deleted_at) return;
    requireRevision(row, revision);
    if (kind === 'medical-facility') await refuseFacilityInUse(row, deps, session);
    await model.updateOne(
      { _id: row._id },
      {
        $set: {
          deleted_at: new Date(),
          ...(row.is_primary === undefined ? {} : { is_primary: false, was_primary: row.is_primary }),
        },
        $unset: { link_hash: 1, link_expires_at: 1 },
      },
      { session },
    );
    if (row.is_primary) {
      const [next] = await readRows({ client, kind }, deps, session);
      if (next) await model.updateOne({ _id: next._id }, { $set: { is_primary: true } }, { session });
    }
    await recordStanding(row, { change, stands: false, from: removed.from }, deps, session);
    await done();
  });
}

/**
 * Takes back the deletion of an entry: it is as it was, the primary one if it was that.
 *
 * @throws DomainError `not-found` when it was deleted too long ago; `conflict` when there are as many as there may be.
 */
export async function restoreEntry(
  { client, kind, id, from }: EntryKey & { from?: SaidFrom },
  deps: ProfileDeps,
): Promise<void> {
  await writeEntry({ client, kind, action: 'restored' }, deps, null, async (change, session, done) => {
    const model = profileCollections[kind].model(deps.portal);
    const row = await model.findOne({ _id: id, client_id: client }).session(session).lean<ProfileEntry>();
    if (row && row.deleted_at === null) return;
    const since = new Date(Date.now() - restoreMinutes * 60_000);
    if (!row?.deleted_at || row.deleted_at < since)
      throw new DomainError('not-found', 'This entry can no longer be restored. Please add it again.');
    const rows = await readRows({ client, kind }, deps, session);
    await refuseSurplus(kind, rows, await openAnswers(kind, row, deps), deps);
    if (row.facility) await facilityOf({ client, facility: row.facility.toHexString() }, deps, session);
    const isPrimary = rulesOf(kind).hasPrimary && (row.was_primary === true || rows.length === 0);
    if (isPrimary) await clearPrimary({ client, kind }, deps, session);
    await model.updateOne(
      { _id: row._id },
      {
        $set: { deleted_at: null, ...(isPrimary ? { is_primary: true } : {}) },
        $unset: { was_primary: 1 },
      },
      { session },
    );
    await recordStanding(row, { change, stands: true, from }, deps, session);
    await done();
  });
}

/** Makes an entry the primary one, in place of the one that was. @throws DomainError `not-found`. */
export async function makePrimary({ client, kind, id }: EntryKey, deps: ProfileDeps): Promise<void> {
  await writeEntry({ client, kind, action: 'made-primary' }, deps, null, async (_change, session, done) => {
    const row = await findRow({ client, kind, id }, deps, session);
    if (row.is_primary) return;
    await clearPrimary({ client, kind }, deps, session);
    await profileCollections[kind]
      .model(deps.portal)
      .updateOne({ _id: row._id }, { $set: { is_primary: true } }, { session });
    await done();
  });
}

/**
 * Grants or revokes the consent that an entry gives, in the words of the form as it is now, and on the ledger.
 *
 * @throws DomainError `conflict` when the entry has changed since; `not-found`.
 */
export async function setConsent(
  asked: EntryKey & { revision: number; granted: boolean; from?: SaidFrom },
  deps: ProfileDeps,
): Promise<void> {
  const { client, kind, revision, granted, from } = asked;
  const { consent } = rulesOf(kind);
  if (!consent) throw notFound();
  const { version } = getForm(kind);
  const action = granted ? 'allowed' : 'disallowed';
  await writeEntry({ client, kind, action }, deps, getForm(kind), async (change, session, done) => {
    const row = await findRow(asked, deps, session);
    if ((row.answers[consent.field] === true) === granted) return;
    requireRevision(row, revision);
    await profileCollections[kind]
      .model(deps.portal)
      .updateOne(
        { _id: row._id },
        { $set: { [`answers.${consent.field}`]: granted, changed_at: new Date() }, $inc: { revision: 1 } },
        { session },
      );
    await recordConsent(
      {
        client_id: client,
        change,
        kind: consent.kind,
        subject: row._id,
        subjectText: await textOf(row, await openAnswers(kind, row, deps), deps),
        granted,
        form: kind,
        version,
        from,
      },
      deps,
      session,
    );
    await done();
  });
}

function requireRevision({ revision }: ProfileEntry, seen: number): void {
  if (revision === seen) return;
  throw new DomainError(
    'conflict',
    'This entry was changed after you opened the page, maybe in another window. Nothing was changed now. Please look at it and try again.',
  );
}

function validAnswers(kind: ProfileKind, answers: Answers): Answers {
  const form = getForm(kind);
  const checked = validateAnswers(form, answers);
  if (checked.ok) return checked.answers;
  // A form that asks for one thing has one way to be wrong, which it says in its own words.
  const isShort = rulesOf(kind).unique !== undefined;
  const { title, text } = isShort
    ? { title: form.ui.errorTitle, text: form.ui.errorText }
    : describeProblem(form.ui, checked.errors, answers);
  throw new DomainError('bad-input', text, { title, fields: checked.errors });
}

async function refuseSurplus(
  kind: ProfileKind,
  rows: ProfileEntry[],
  answers: Answers,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<void> {
  const { most, many, unique } = rulesOf(kind);
  if (rows.length >= most)
    throw new DomainError(
      'conflict',
      most === 1
        ? 'You have an address already, maybe from another window. Nothing was changed now. Please look at it and try again.'
        : `You can keep ${most} ${many} here, and you have that many. Delete one that you no longer need, or call us.`,
    );
  if (!unique) return;
  const others = await Promise.all(rows.map((row) => openAnswers(kind, row, deps)));
  if (others.some((other) => other[unique.field] === answers[unique.field]))
    throw new DomainError('conflict', unique.refusal, { fields: { [unique.field]: unique.refusal } });
}

async function facilityOf(
  { client, facility }: { client: string; facility?: string | undefined },
  deps: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<Types.ObjectId> {
  if (facility === undefined) throw new DomainError('bad-input', 'Choose the facility of this treatment.');
  return (await findRow({ client, kind: 'medical-facility', id: facility }, deps, session))._id;
}

async function refuseFacilityInUse(
  { _id, client_id }: ProfileEntry,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<void> {
  const used = await profileCollections['medical-treatment']
    .model(portal)
    .findOne({ client_id, facility: _id, deleted_at: null }, { _id: 1 })
    .session(session)
    .lean();
  if (used) throw new DomainError('conflict', 'Delete the treatments at this facility first.');
}

async function clearPrimary(
  { client, kind }: Omit<EntryKey, 'id'>,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<void> {
  await profileCollections[kind]
    .model(portal)
    .updateMany({ client_id: client, is_primary: true }, { $set: { is_primary: false } }, { session });
}

/** @returns the tokens that staff find the entry's client by. */
function tokensOf(kind: ProfileKind, answers: Answers, { keys }: Pick<Deps, 'keys'>): SearchTokens[] {
  return searchTokens(keys.lookups, profileKinds[kind].collection, searchableEntry(kind, answers));
}

/** @returns what an entry with these answers says on the ledger when it is added. An address is there to be written to. */
function consentsOf(kind: ProfileKind, answers: Answers): { kind: ConsentKind; granted: boolean }[] {
  if (kind === 'mailing-address') return [{ kind: 'mail', granted: true }];
  if (kind === 'email-address') return [{ kind: 'email', granted: true }];
  const { consent } = rulesOf(kind);
  return consent && answers[consent.field] === true ? [{ kind: consent.kind, granted: true }] : [];
}

/**
 * A consent given by a checkbox refers to its own entry ('this number', 'this person'): it stays valid while the entry is
 * unchanged.
 *
 * @param standing the answers that contain the consent; undefined when the entry has changed.
 */
function withConsent(kind: ProfileKind, answers: Answers, standing: Answers | undefined): Answers {
  const { consent } = rulesOf(kind);
  if (!consent) return answers;
  const { [consent.field]: _posted, ...others } = answers;
  const stands = standing?.[consent.field];
  return stands === undefined ? others : { ...others, [consent.field]: stands };
}

/** An entry that is deleted takes its consent along, and brings it back. */
async function recordStanding(
  row: ProfileEntry,
  { change, stands, from }: { change: number; stands: boolean; from: SaidFrom | undefined },
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
  session: mongo.ClientSession,
): Promise<void> {
  const { _id, client_id, form, version, answers } = row;
  const consents = consentsOf(form, answers);
  if (consents.length === 0) return;
  const subjectText = await textOf(row, await openAnswers(form, row, deps), deps);
  for (const { kind } of consents)
    await recordConsent(
      { client_id, change, kind, subject: _id, subjectText, granted: stands, form, version, from },
      deps,
      session,
    );
}
