import type { FieldHook, PayloadRequest, TextField, TextFieldSingleValidation } from 'payload';
import { queueInTransaction } from '../publishing/transaction-queue.ts';
import { type Addressed, homes, isReserved, isSystemPage } from './site-paths.ts';

const maximumLength = 80;

/** Turns a title into a web address: small letters, digits and single hyphens, at most 80 characters. */
export function slugify(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maximumLength)
    .replace(/^-+|-+$/g, '');
}

/**
 * Fills an empty address from the title. Autosave leaves it empty: it would freeze the first letter typed.
 * Without a title nothing is stored, not even null, because a second null would break the unique index.
 */
function fillFromTitle(collection: Addressed): FieldHook {
  return async ({ value, data, siblingData, originalDoc, req }) => {
    if (typeof value === 'string' && value.trim()) return value.trim();
    const wanted = slugify(String(data?.title ?? ''));
    if (!wanted || isAutosave(req)) {
      delete siblingData.slug;
      return undefined;
    }
    return findFreeSlug(wanted, async (slug) => {
      if (collection === 'pages' && (isReserved(slug) || isSystemPage(slug))) return false;
      const { totalDocs } = await req.payload.count({
        collection,
        where: { slug: { equals: slug }, id: { not_equals: originalDoc?.id } },
        // A trashed document keeps its address, for when it is restored.
        trash: true,
        req,
      });
      return totalDocs === 0;
    });
  };
}

/** Payload converts query values while parsing, so the flag may be a string or a boolean. */
function isAutosave(req: PayloadRequest): boolean {
  return String(req.query?.autosave) === 'true';
}

async function findFreeSlug(wanted: string, isFree: (slug: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`;
    const slug = wanted.slice(0, maximumLength - ending.length) + ending;
    if (await isFree(slug)) return slug;
  }
}

function validateSlug(collection: Addressed): TextFieldSingleValidation {
  return async (value, { id, req }) => {
    // An empty address is filled from the title before it is stored.
    if (!value) return true;
    if (value.length > maximumLength) return `Use at most ${maximumLength} characters.`;
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)) {
      return 'Use small letters, digits and single hyphens only, such as medical-evidence.';
    }
    const before =
      collection === 'pages' && id ? await queueInTransaction(req, () => slugOf(id, req)) : undefined;
    if (before && before !== value && isSystemPage(before)) {
      return `The site itself leads to this page. Its web address stays "${before}".`;
    }
    if (collection === 'pages' && isReserved(value)) {
      return `The site itself uses /${value}. Choose another web address.`;
    }
    const find = () =>
      req.payload.find({
        collection,
        where: { slug: { equals: value }, id: { not_equals: id } },
        trash: true,
        limit: 1,
        // Pagination would count concurrently, and a transaction takes one operation at a time.
        pagination: false,
        depth: 0,
        select: { title: true, deletedAt: true },
        req,
      });
    const { docs } = await queueInTransaction(req, find);
    const { singular } = homes[collection];
    if (docs[0]?.deletedAt) {
      return `The ${singular} "${docs[0].title}" in the trash has this web address. Choose another one, or ask an admin to delete that ${singular} for good.`;
    }
    return docs[0]
      ? `The ${singular} "${docs[0].title}" already has this web address. Choose another one.`
      : true;
  };
}

/** The address under which the page is public, whatever the draft says. */
async function slugOf(id: string | number, req: PayloadRequest): Promise<string | undefined> {
  const stored = await req.payload.findByID({
    collection: 'pages',
    id,
    depth: 0,
    draft: false,
    select: { slug: true },
    disableErrors: true,
    req,
  });
  return stored?.slug ?? undefined;
}

/** The last part of a document's address; unique, kebab-case, filled from the title when left empty. */
export function slugField(collection: Addressed): TextField {
  const { prefix } = homes[collection];
  return {
    name: 'slug',
    type: 'text',
    unique: true,
    index: true,
    maxLength: maximumLength,
    label: 'Web address',
    validate: validateSlug(collection),
    hooks: { beforeValidate: [fillFromTitle(collection)], beforeDuplicate: [() => null] },
    admin: {
      position: 'sidebar',
      description: `The end of the page’s address: ${prefix}… Leave it empty to make it from the title. Small letters, digits and hyphens. When a published address changes, the former one leads to the new one.`,
    },
  };
}
