import { note } from '@claimdesk/cms/audit-events';
import { contentModel } from '@claimdesk/cms/mongoose-of';
import type { User } from '@claimdesk/cms/types';
import { mongo } from 'mongoose';
import { createLocalReq, executeAuthStrategies } from 'payload';
import { accountLimits } from '#api/accounts/limits.ts';
import { readTwoStepRule } from '#api/accounts/staff/two-step-rule.ts';
import {
  makeTwoStep,
  type TwoStep,
  type TwoStepChange,
  type TwoStepSetup,
  twoStepFields,
} from '#api/accounts/two-step/make-two-step.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { inContentTransaction } from '#api/platform/database/content-transaction.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { isPasswordOf } from './open-session.ts';
import { enqueueEditorEmail } from './security-email.ts';

/** The second step of an editor's account. The account itself is the content database's, which has no keys. */
export interface EditorTwoStep extends TwoStep {
  /** Of the account. */
  _id: string;
}

export const editorTwoStepCollection = defineCollection<EditorTwoStep>({
  name: 'editor_two_step',
  fields: { _id: { type: String, required: true }, ...twoStepFields },
  encrypted: ['totp_secret'],
});

/** Whose second step changes, and by whom. */
export interface EditorOwner {
  id: string;
  email: string;
  /** The account of an administrator who turns it off for somebody else. */
  helper?: string;
  /** The session that goes on; all others of the account end. */
  session?: string;
}

type Dependencies = Pick<Deps, 'payload' | 'portal' | 'keys' | 'readFirm'>;

/** Two-step sign-in to the CMS. */
export const editorTwoStep = makeTwoStep({
  collection: editorTwoStepCollection,
  issuer: 'CMS',
  changedMeanwhile: 'Two-step login was changed in the meantime. Load the page again.',
  changeAndTell,
});

async function changeAndTell(
  { owner, change }: { owner: EditorOwner; change: TwoStepChange },
  deps: Dependencies,
  work: (session: mongo.ClientSession) => Promise<boolean>,
): Promise<boolean> {
  const firm = await deps.readFirm();
  const { id, email, helper } = owner;
  if (change === 'recovery-code-used')
    return inTransaction(deps.portal, async (session) => {
      const changed = await work(session);
      if (changed) await enqueueEditorEmail({ email, change, firm }, deps, session);
      return changed;
    });
  const isOn = change === 'two-step-on';
  return inContentTransaction(deps, async ({ req, session }) => {
    const changed = await work(session);
    // An account whose row was lost with an older copy of the database still says that it has one.
    if (!changed && isOn) return false;
    await markAccount(owner, isOn, deps, session);
    await note(
      'users',
      isOn ? 'twoStepOn' : 'twoStepOff',
      { subject: id, actor: helper ?? id },
      { ...req, payload: deps.payload },
    );
    const told = helper ? 'two-step-off-by-admin' : change;
    await enqueueEditorEmail({ email, change: told, firm }, deps, session);
    return true;
  });
}

/** Tells the CMS, and ends all sessions but the one that goes on. */
async function markAccount(
  { id, session: goesOn }: EditorOwner,
  twoStep: boolean,
  { payload }: Pick<Deps, 'payload'>,
  session: mongo.ClientSession,
): Promise<void> {
  const update = {
    // A sign-in that compares its password at this moment begins again.
    $set: { twoStep, updatedAt: new Date() },
    $pull: { sessions: { id: { $ne: goesOn ?? '' } } },
  };
  await contentModel<User>('users', payload).collection.updateOne(
    { _id: new mongo.ObjectId(id) as never },
    update as never,
    { session },
  );
}

/** Somebody who is signed in to the CMS. */
export interface SignedInEditor extends Pick<User, 'id' | 'email' | 'role' | 'twoStep'> {
  sessionId: string;
}

/** @param headers the Cookie, Origin and Sec-Fetch-Site of the request. @throws DomainError `signed-out` without a session. */
export async function requireEditor(
  headers: Headers,
  { payload }: Pick<Deps, 'payload'>,
): Promise<SignedInEditor> {
  const { user } = await executeAuthStrategies({ headers, payload, req: await createLocalReq({}, payload) });
  if (user?.collection !== 'users') throw new DomainError('signed-out', 'Please sign in to continue.');
  const { id, email, role, twoStep, _sid = '' } = user as typeof user & User & { _sid?: string };
  return { id: String(id), email, role, twoStep: twoStep ?? false, sessionId: _sid };
}

interface Proof {
  password: string;
  /** Of the app, or a recovery code; only for accounts with two-step sign-in. */
  code: string;
}

/**
 * Checks the signed-in editor's password again, and a code where the account has two steps. Counted by account: only its own
 * sessions can use up its attempts.
 *
 * @throws DomainError `bad-input` on a wrong password or code, `too-many` after 5 wrong ones in 15 minutes.
 */
async function confirmEditor(
  editor: SignedInEditor,
  { password, code }: Proof,
  deps: Dependencies & Pick<Deps, 'limits'>,
): Promise<void> {
  const attempt = await deps.limits.reserve(accountLimits.staffPassword, `editor ${editor.id}`);
  if (!(await isPasswordOf(editor.email, password, deps))) {
    const message = 'Invalid password';
    throw new DomainError('bad-input', message, { fields: { password: message } });
  }
  const row = await editorTwoStepCollection.rows(deps.portal).findOne({ _id: editor.id });
  if (editor.twoStep || row?.totp_confirmed_at)
    await editorTwoStep.useCode(editor, code, deps, 'Nothing was changed');
  await attempt.succeeded();
}

/** Makes the secret. @returns what the app needs. @throws DomainError as `confirmEditor`; `conflict` when it is on already. */
export async function beginEditorTwoStep(
  editor: SignedInEditor,
  proof: Proof,
  deps: Dependencies & Pick<Deps, 'limits'>,
): Promise<TwoStepSetup> {
  await confirmEditor(editor, proof, deps);
  return setUpEditorTwoStep(editor, deps);
}

/** As `beginEditorTwoStep`, for somebody whose password was right. */
export async function setUpEditorTwoStep(
  owner: Pick<EditorOwner, 'id' | 'email'>,
  deps: Dependencies,
): Promise<TwoStepSetup> {
  await editorTwoStep.begin(owner, deps);
  const setup = await editorTwoStep.readSetup(owner, deps);
  if (setup) return setup;
  throw new DomainError('conflict', 'Two-step login was changed in the meantime. Load the page again.');
}

/** Turns it on; every other session ends. @returns the recovery codes. @throws DomainError `bad-input`, `conflict`. */
export function confirmEditorTwoStep(
  { id, email, sessionId }: SignedInEditor,
  code: string,
  deps: Dependencies,
): Promise<string[]> {
  return editorTwoStep.confirm({ id, email, session: sessionId }, code, deps);
}

/** Turns it off. Where the role must have it, all sessions end, so that the next one begins by setting it up. */
export async function endEditorTwoStep(
  editor: SignedInEditor,
  proof: Proof,
  deps: Dependencies & Pick<Deps, 'limits'>,
): Promise<void> {
  await confirmEditor(editor, proof, deps);
  const { id, email, sessionId } = editor;
  const keep = (await mustHaveTwoStep(editor, deps)) ? {} : { session: sessionId };
  await editorTwoStep.end({ id, email, ...keep }, deps);
}

/**
 * Turns it off for somebody who lost both phone and recovery codes, and ends the sessions of that account.
 *
 * @throws DomainError `forbidden` for whoever is no admin, and for one's own account; `not-found`; as `confirmEditor`.
 */
export async function endTwoStepOfEditor(
  admin: SignedInEditor,
  { id, ...proof }: Proof & { id: string },
  deps: Dependencies & Pick<Deps, 'limits'>,
): Promise<void> {
  if (admin.role !== 'admin') throw new DomainError('forbidden', 'Only an admin can do this.');
  if (id === admin.id) throw new DomainError('forbidden', 'Turn off your own two-step login with a code.');
  await confirmEditor(admin, proof, deps);
  const editor = await deps.payload.findByID({ collection: 'users', id, depth: 0, disableErrors: true });
  if (!editor) throw new DomainError('not-found', 'This account was not found');
  await editorTwoStep.end({ id, email: editor.email, helper: admin.id }, deps);
}

/** Lets the session change its own password or email once, in the next five minutes; `cms/users/passwords.ts` asks for it. */
export async function proveEditor(
  editor: SignedInEditor,
  proof: Proof,
  deps: Dependencies & Pick<Deps, 'limits'>,
): Promise<void> {
  await confirmEditor(editor, proof, deps);
  const until = new Date(Date.now() + 5 * 60_000);
  await contentModel<User>('users', deps.payload).collection.updateOne(
    { _id: new mongo.ObjectId(editor.id) as never },
    { $set: { [`provenUntil.${editor.sessionId}`]: until } } as never,
  );
}

/** @returns whether an administrator requires it of the role. */
export async function mustHaveTwoStep(
  { role }: Pick<User, 'role'>,
  deps: Pick<Deps, 'portal'>,
): Promise<boolean> {
  return (await readTwoStepRule(deps))[`cms_${role}`];
}
