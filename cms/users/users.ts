import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  Forbidden,
  type PayloadRequest,
} from 'payload';
import { admins, adminsForField, nobody, ownAccountOrAdmins } from '../access.ts';
import { env } from '../env.ts';
import { componentField, textField } from '../fields.ts';
import { mongooseOf } from '../mongoose-of.ts';
import type { User } from '../payload-types.ts';
import { savingLine } from '../revisions/track-saves.ts';
import {
  endAfterEightHours,
  endSessionOfLink,
  hideEndOfNewSession,
  hideEndOfSession,
  isWithoutAccount,
  refuseChangedAccount,
  rememberAccount,
} from './end-sessions.ts';
import { checkPassword, endOtherSessions } from './passwords.ts';
import { requireSecondStep, tellToken } from './second-step.ts';

/** The last admin keeps the role. */
const keepOneAdminOnUpdate: CollectionBeforeChangeHook<User> = async ({ data, originalDoc, req }) => {
  const losesRole = originalDoc?.role === 'admin' && data.role !== undefined && data.role !== 'admin';
  if (losesRole) await requireAnotherAdmin(originalDoc.id, req);
  return data;
};

/** The last admin keeps the account. */
const keepOneAdminOnDelete: CollectionBeforeDeleteHook = async ({ id, req }) => {
  await requireAnotherAdmin(String(id), req);
};

/**
 * Throws unless an admin other than `leavingId` remains. Writing to all admins first makes two concurrent changes conflict
 * in the database, so that two admins can't remove each other.
 */
async function requireAnotherAdmin(leavingId: string, req: PayloadRequest): Promise<void> {
  const database = mongooseOf(req.payload);
  const transaction = String(await req.transactionID);
  await database.collections.users?.collection.updateMany(
    { role: 'admin' },
    { $inc: { adminChanges: 1 } },
    { session: database.sessions[transaction] },
  );
  const { totalDocs } = await req.payload.count({
    collection: 'users',
    where: { role: { equals: 'admin' }, id: { not_equals: leavingId } },
    req,
  });
  if (totalDocs === 0) {
    throw new APIError('There must always be an admin. Make somebody else an admin first.', 400, null, true);
  }
}

/**
 * Payload lets the first visitor of an empty database create an account. Here the first account comes from the seed, so a
 * request without a session never creates one.
 */
const refuseSelfRegistration: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' && req.payloadAPI !== 'local' && !req.user) throw new Forbidden(req.t);
  return args;
};

/**
 * The CMS sends no email, so a requested reset link would never arrive. Admins set new passwords instead; the
 * first one of all gets a link from the command that sets up a deployment (`first-editor.ts`).
 */
const refuseForgotPassword: CollectionBeforeOperationHook = ({ args, operation }) => {
  if (operation === 'forgotPassword') {
    throw new APIError('Ask an admin to set a new password for you.', 403, null, true);
  }
  return args;
};

const derive = promisify(pbkdf2);

/** Payload hashes nothing for an email address without an account, so its faster response would reveal who has one. */
const takeTheTimeOfAPassword: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'login' || !isWithoutAccount(req)) return args;
  const { password } = args.data as { password?: unknown };
  // As many iterations as Payload uses.
  if (typeof password === 'string') await derive(password, 'nobody has this account', 600_000, 32, 'sha256');
  return args;
};

const secondsPerHour = 3600;

/** People who work in the CMS. An editor writes, a publisher publishes, an admin manages people, deletion and redirects. */
export const users: CollectionConfig = {
  slug: 'users',
  labels: { singular: 'Person', plural: 'People' },
  access: {
    admin: ({ req }) => Boolean(req.user),
    read: ownAccountOrAdmins,
    create: admins,
    update: ownAccountOrAdmins,
    delete: admins,
    unlock: admins,
  },
  auth: {
    tokenExpiration: secondsPerHour,
    // Locking accounts would let strangers shut editors out. The site, which proxies all sign-ins, limits guessing.
    maxLoginAttempts: 0,
    removeTokenFromResponses: true,
    cookies: { sameSite: 'Strict', secure: env.publicOrigin.startsWith('https:') },
  },
  defaultSort: 'name',
  admin: {
    group: 'Settings',
    useAsTitle: 'name',
    defaultColumns: ['name', 'email', 'role', 'updatedAt'],
    listSearchableFields: ['name', 'email'],
    description:
      'Who may sign in here. Editors write drafts. Publishers publish. Admins also add people, delete and redirect.',
  },
  hooks: {
    // `rememberAccount` comes before the hook that asks whether there is one.
    beforeOperation: [
      refuseSelfRegistration,
      refuseForgotPassword,
      rememberAccount,
      takeTheTimeOfAPassword,
      checkPassword,
    ],
    beforeLogin: [refuseChangedAccount, requireSecondStep],
    afterLogin: [tellToken],
    beforeChange: [keepOneAdminOnUpdate, endOtherSessions],
    refresh: [endAfterEightHours],
    afterMe: [hideEndOfSession],
    afterOperation: [hideEndOfNewSession, endSessionOfLink],
    beforeDelete: [keepOneAdminOnDelete],
  },
  fields: [
    componentField('saving', { Field: savingLine }),
    {
      name: 'email',
      type: 'email',
      required: true,
      access: { update: adminsForField },
      admin: { description: 'Used to sign in. Only an admin can change it.' },
    },
    {
      name: 'currentPassword',
      type: 'text',
      virtual: true,
      label: 'Current password',
      admin: {
        components: { Field: '/admin/current-password.tsx#CurrentPassword' },
        description: 'Asked for when you set yourself a new password.',
        disableBulkEdit: true,
        disableListColumn: true,
        disableListFilter: true,
      },
    },
    {
      name: 'twoStep',
      type: 'checkbox',
      label: 'Two-step login',
      // Set by the site, which holds the keys.
      access: { create: nobody, update: nobody },
      admin: {
        components: { Field: '/admin/two-step/two-step-login.tsx#TwoStepLogin' },
        description: 'Whether logging in takes a code of an authenticator app, too.',
        disableBulkEdit: true,
      },
    },
    textField('name', 'Name', 'Shown to colleagues beside what you save.', 80),
    {
      name: 'role',
      type: 'select',
      required: true,
      index: true,
      defaultValue: 'editor',
      saveToJWT: true,
      options: [
        { label: 'Editor: writes drafts', value: 'editor' },
        { label: 'Publisher: also publishes, and changes settings', value: 'publisher' },
        { label: 'Admin: also adds people, deletes and redirects', value: 'admin' },
      ],
      label: 'Role',
      access: { create: adminsForField, update: adminsForField },
      admin: { description: 'Only an admin can change it. There is always at least one admin.' },
    },
  ],
};
