import type { CollectionConfig, PayloadRequest, TextFieldSingleValidation } from 'payload';
import { admins, anyone } from '../access.ts';
import { textField } from '../fields.ts';
import { queueInTransaction } from '../publishing/transaction-queue.ts';
import { findTargetFault, isPublished } from './find-target-fault.ts';
import { documentAt, sitePaths } from './site-paths.ts';

const longest = 200;

/** One stored redirect that is not the one being edited. */
async function findOther(where: object, id: unknown, req: PayloadRequest) {
  const { docs } = await req.payload.find({
    collection: 'redirects',
    where: { ...where, id: { not_equals: id } },
    limit: 1,
    pagination: false,
    depth: 0,
    req,
  });
  return docs[0];
}

const validateFrom: TextFieldSingleValidation = async (value, options) => {
  const from = value?.trim() ?? '';
  if (!from.startsWith('/') || from.startsWith('//')) return 'Start with one "/", such as /old-page.';
  if (from.length > longest) return `Use at most ${longest} characters.`;
  if (!/^(\/[A-Za-z0-9._~%-]+)+$/.test(from)) {
    return 'Write the path alone: no "?", no "#", no spaces and no "/" at the end.';
  }
  if (options.req.context.addressIsMoving) return true;
  return queueInTransaction(options.req, () => checkFrom(from, options));
};

type ValidateOptions = Parameters<TextFieldSingleValidation>[1];

/** The address must be free: no page, no other redirect, and no redirect that leads to it. */
async function checkFrom(from: string, { id, req }: ValidateOptions): Promise<true | string> {
  if (sitePaths.includes(from))
    return `The site itself uses ${from}; a redirect there would never be followed.`;
  const document = documentAt(from);
  if (document && (await isPublished(document.collection, document.slug, req))) {
    return `A published page is at ${from}; a redirect there would never be followed.`;
  }
  const same = await findOther({ from: { equals: from } }, id, req);
  if (same) return `There is already a redirect from ${from}. Change that one.`;
  const chained = await findOther({ to: { equals: from } }, id, req);
  return chained ? `The redirect from ${chained.from} leads here. Change that one first.` : true;
}

const validateTo: TextFieldSingleValidation = async (value, { id, req, siblingData }) => {
  const to = value?.trim() ?? '';
  const { from = '' } = siblingData as { from?: string };
  if (!to.startsWith('/')) return 'Start with one "/", such as /faq.';
  if (to.length > longest) return `Use at most ${longest} characters.`;
  if (req.context.addressIsMoving) return true;
  const path = to.replace(/[?#].*$/, '');
  if (path === from.trim()) return 'This redirect would lead to itself for ever.';
  const next = await queueInTransaction(req, () => findOther({ from: { equals: path } }, id, req));
  if (next) return `${path} is itself redirected to ${next.to}. Lead straight to ${next.to}.`;
  const fault = await findTargetFault(to, { req });
  return fault ? `The redirect ${fault}` : true;
};

/** Former addresses and where they redirect to. A moved document adds its own. */
export const redirects: CollectionConfig = {
  slug: 'redirects',
  labels: { singular: 'Redirect', plural: 'Redirects' },
  access: { read: anyone, create: admins, update: admins, delete: admins },
  defaultSort: 'from',
  disableDuplicate: true,
  admin: {
    group: 'Settings',
    useAsTitle: 'from',
    defaultColumns: ['from', 'to', 'permanent', 'updatedAt'],
    listSearchableFields: ['from', 'to'],
    description:
      'Old addresses and where they lead now. When a published page or article gets a new web address, its redirect is made by itself.',
  },
  fields: [
    textField('from', 'Old address', 'The path that visitors still ask for, such as /old-page.', longest, {
      unique: true,
      index: true,
      validate: validateFrom,
    }),
    textField('to', 'Leads to', 'A page that exists, such as /faq.', longest, {
      index: true,
      validate: validateTo,
    }),
    {
      name: 'permanent',
      type: 'checkbox',
      defaultValue: true,
      label: 'For good',
      admin: { description: 'Clear it for a while only: search engines then keep the old address.' },
    },
  ],
};
