import type { CollectionConfig } from 'payload';
import { admins, adminsForField, ownAccountOrAdmins } from '../access.ts';
import { env } from '../env.ts';
import { revisionsOfDocuments, savedFields, savingLine } from '../revisions/revisions.ts';
import {
  endAfterEightHours,
  hideEndOfNewSession,
  hideEndOfSession,
  refuseChangedAccount,
  rememberAccount,
} from './end-sessions.ts';
import { keepOneAdminOnDelete, keepOneAdminOnUpdate } from './last-admin.ts';
import { checkPassword, endOtherSessions } from './passwords.ts';
import { refuseForgotPassword, refuseSelfRegistration, takeTheTimeOfAPassword } from './refuse-strangers.ts';

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
    hideAPIURL: true,
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
      revisionsOfDocuments.note,
    ],
    beforeLogin: [refuseChangedAccount],
    beforeChange: [revisionsOfDocuments.count, keepOneAdminOnUpdate, endOtherSessions],
    refresh: [endAfterEightHours],
    afterMe: [hideEndOfSession],
    afterOperation: [hideEndOfNewSession],
    beforeDelete: [keepOneAdminOnDelete],
  },
  fields: [
    // A field, because the page of the own account shows nothing above its form.
    { name: 'saving', type: 'ui', admin: { disableListColumn: true, components: { Field: savingLine } } },
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
      name: 'name',
      type: 'text',
      required: true,
      maxLength: 80,
      label: 'Name',
      admin: { description: 'Shown to colleagues beside what you save.' },
    },
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
    ...savedFields,
  ],
};
