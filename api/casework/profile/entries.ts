import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { type mongo, Types } from 'mongoose';
import { encryptAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import { changedFields } from '#api/platform/audit/audit-chain.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { searchTokens } from '#api/platform/keys/search-tokens.ts';
import { orderNotice } from './agency-notices.ts';
import { type RequestOrigin, recordConsent } from './consents.ts';
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
import { type EntryKey, openEntry, readRows, recordOf } from './read-entries.ts';
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
    from?: RequestOrigin;
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
      answers: encryptAnswers(answers, await deps.keys.for(client), recordOf(kind, _id)),
      key,
      revision: 1,
      ...(rulesOf(kind).hasPrimary && { is_primary: isFirst }),
      ...(searchedKinds.includes(kind) && {
        search_tokens: searchTokens(
          deps.keys.lookups,
          profileKinds[kind].collection,
          searchableEntry(kind, answers),
        ),
      }),
      ...(kind === 'medical-treatment' && { facility: await facilityOf(added, deps, session) }),
      created_at: now,
      changed_at: now,
      deleted_at: null,
    };
    await model.create([row], { session });
    const given = { change, granted: true, from: added.from };
    await recordConsentOf(row, { definition, answers }, given, deps, session);
    if (kind === 'mailing-address') await orderNotice({ client, address: _id, revision: 1 }, deps, session);
    await done();
    return { id: _id.toHexString() };
  });
}

/**
 * Replaces the answers of an entry, except the consent that it gives, see `setConsent`. A consent that names the entry as it was
 * before ends.
 *
 * @param changed.revision of the entry that the form was opened with. @throws DomainError `bad-input` as in `addEntry`;
 * `conflict` when the entry has changed since, which a second post of the same form is not; `not-found`.
 */
export async function changeEntry(
  changed: EntryKey & { revision: number; answers: Answers; from?: RequestOrigin },
  deps: ProfileDeps,
): Promise<void> {
  const { client, kind, revision } = changed;
  const definition = getForm(kind);
  const valid = validAnswers(kind, changed.answers);
  await writeEntry({ client, kind, action: 'changed' }, deps, definition, async (change, session, done) => {
    const row = await findRow(changed, deps, session);
    const stored = await openEntry(row, deps);
    const isSame = textOf(stored) === textOf({ definition, answers: valid });
    const answers = withConsent(kind, valid, isSame ? stored.answers : undefined);
    if (JSON.stringify(stored.answers) === JSON.stringify(answers)) return;
    requireRevision(row, revision);
    const ring = await deps.keys.for(client);
    const encrypted = encryptAnswers(answers, ring, recordOf(kind, row._id));
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
    if (!isSame) {
      const { from } = changed;
      await recordConsentOf(row, stored, { change, granted: false, from }, deps, session);
      // On the ledger each entry about a subject has a number of its own, and the newest one counts.
      const given = { change: await countChange(client, deps, session), granted: true, from };
      await recordConsentOf(row, { definition, answers }, given, deps, session);
    }
    await done(changedFields(stored.answers, answers));
  });
}

/**
 * Deletes an entry, and with it the consent that it gave. Where it was the primary one, the oldest other one becomes that.
 *
 * @throws DomainError `conflict` when the entry has changed since, or is a facility with treatments; `not-found`. Deleting
 * it twice is no error.
 */
export async function removeEntry(
  removed: EntryKey & { revision: number; from?: RequestOrigin },
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
    const ended = { change, granted: false, from: removed.from };
    await recordConsentOf(row, await openEntry(row, deps), ended, deps, session);
    await done();
  });
}

/**
 * Takes back the deletion of an entry: it is as it was, the primary one if it was that.
 *
 * @throws DomainError `not-found` when it was deleted too long ago; `conflict` when there are as many as there may be.
 */
export async function restoreEntry(
  { client, kind, id, from }: EntryKey & { from?: RequestOrigin },
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
    const opened = await openEntry(row, deps);
    await refuseSurplus(kind, rows, opened.answers, deps);
    if (row.facility) await facilityOf({ client, facility: row.facility.toHexString() }, deps, session);
    const isPrimary = rulesOf(kind).hasPrimary && (row.was_primary === true || rows.length === 0);
    if (isPrimary) await clearPrimary({ client, kind }, deps, session);
    await model.updateOne(
      { _id: row._id },
      {
        $set: { deleted_at: null, ...(isPrimary && { is_primary: true }) },
        $unset: { was_primary: 1 },
      },
      { session },
    );
    await recordConsentOf(row, opened, { change, granted: true, from }, deps, session);
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
  asked: EntryKey & { revision: number; granted: boolean; from?: RequestOrigin },
  deps: ProfileDeps,
): Promise<void> {
  const { client, kind, revision, granted, from } = asked;
  const { consent } = rulesOf(kind);
  if (!consent) throw notFound();
  const { version } = getForm(kind);
  const action = granted ? 'allowed' : 'disallowed';
  await writeEntry({ client, kind, action }, deps, getForm(kind), async (change, session, done) => {
    const row = await findRow(asked, deps, session);
    const stored = await openEntry(row, deps);
    if ((stored.answers[consent.field] === true) === granted) return;
    requireRevision(row, revision);
    if (stored.isDamaged)
      throw new DomainError(
        'unavailable',
        'This entry can’t be read at the moment. Nothing was changed now.',
      );
    const changed = { ...stored.answers, [consent.field]: granted };
    const answers = encryptAnswers(changed, await deps.keys.for(client), recordOf(kind, row._id));
    await profileCollections[kind]
      .model(deps.portal)
      .updateOne(
        { _id: row._id },
        { $set: { answers, changed_at: new Date() }, $inc: { revision: 1 } },
        { session },
      );
    await recordConsent(
      {
        client_id: client,
        change,
        kind: consent.kind,
        subject: row._id,
        subjectText: textOf(stored),
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
  deps: Reading,
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
  const others = await Promise.all(rows.map((row) => openEntry(row, deps)));
  if (others.some((other) => other.answers[unique.field] === answers[unique.field]))
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

/** Answers with the form's definition at the time. */
interface OpenedAnswers {
  definition: FormDefinition;
  answers: Answers;
}

/** @returns what an entry says, for the ledger. */
function textOf({ definition, answers }: OpenedAnswers): string {
  return entryText(definition.form as ProfileKind, shownAnswers(definition, answers));
}

/** @returns what an entry with these answers allows. An address is there to be written to. */
function consentOf(kind: ProfileKind, answers: Answers): ConsentKind | undefined {
  if (kind === 'mailing-address') return 'mail';
  if (kind === 'email-address') return 'email';
  const { consent } = rulesOf(kind);
  return consent && answers[consent.field] === true ? consent.kind : undefined;
}

/** Puts on the ledger that the consent that an entry gives, if any, begins or ends. */
async function recordConsentOf(
  { _id, client_id, form }: Pick<ProfileEntry, '_id' | 'client_id' | 'form'>,
  opened: OpenedAnswers,
  given: { change: number; granted: boolean; from: RequestOrigin | undefined },
  deps: Reading,
  session: mongo.ClientSession,
): Promise<void> {
  const kind = consentOf(form, opened.answers);
  if (!kind) return;
  const { version } = opened.definition;
  const consent = { client_id, kind, subject: _id, subjectText: textOf(opened), form, version, ...given };
  await recordConsent(consent, deps, session);
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
