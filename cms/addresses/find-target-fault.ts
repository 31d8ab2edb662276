import type { CollectionSlug, PayloadRequest, TextFieldSingleValidation, Where } from 'payload';
import { env } from '../env.ts';
import { queueInTransaction } from '../publishing/transaction-queue.ts';
import { findTokenFault } from '../tokens.ts';
import { documentAt, sitePaths } from './site-paths.ts';

/** The document being published: it may link to itself although it isn't public yet. */
export type LinkContext = { req: PayloadRequest; collectionSlug?: string | undefined; data?: unknown };

const mediaPrefixes = ['/media/', '/cms/api/media/file/'];

/**
 * Checks where a link leads: a page of this site that exists, written from "/" on, or a full address elsewhere, an
 * email address or a phone number.
 *
 * @returns the end of a sentence ("leads nowhere. ..."); undefined if the target is valid.
 */
export async function findTargetFault(target: string, context: LinkContext): Promise<string | undefined> {
  const fault = findAddressFault(target);
  if (fault || !target.startsWith('/')) return fault;
  if (await queueInTransaction(context.req, () => isThere(target, context))) return undefined;
  return `leads to ${target}, where nothing is published. Correct the address, or publish that page first.`;
}

/** The same as far as the address alone tells, for links that are being written: their page may be published later. */
export function findAddressFault(target: string): string | undefined {
  if (!target || target === '#' || target === 'https://') return 'leads nowhere. Give it an address.';
  if (target.startsWith('//')) return 'must start with one "/" for a page of this site, or with https://.';
  if (target.startsWith('#') || target.startsWith('/')) return undefined;
  if (isOwnAddress(target)) return 'leads to this site. Write only the part from "/" on, such as /faq.';
  if (/^(https?:\/\/[^/]|mailto:|tel:)/i.test(target)) return undefined;
  return 'must start with "/" for a page of this site, or with https://, mailto: or tel:.';
}

function isOwnAddress(target: string): boolean {
  return URL.canParse(target) && new URL(target).host === new URL(env.publicOrigin).host;
}

/** @param target a path of this site, perhaps with a query or an anchor. */
async function isThere(target: string, { req, collectionSlug, data }: LinkContext): Promise<boolean> {
  const path = target.replace(/[?#].*$/, '');
  // The seed publishes documents that link to each other, so no order would satisfy this check.
  if (sitePaths.includes(path) || req.context.linksAreCheckedLater) return true;
  const wanted = documentAt(path);
  const own = (data as { slug?: unknown } | undefined)?.slug;
  if (wanted && wanted.collection === collectionSlug && wanted.slug === own) return true;
  if (wanted && (await isPublished(wanted.collection, wanted.slug, req))) return true;
  return (await isFile(path, req)) || exists('redirects', { from: { equals: path } }, req);
}

/** Whether a page or an article is public at this address. */
export function isPublished(
  collection: 'pages' | 'articles',
  slug: string,
  req: PayloadRequest,
): Promise<boolean> {
  return exists(collection, { slug: { equals: slug }, _status: { equals: 'published' } }, req);
}

async function isFile(path: string, req: PayloadRequest): Promise<boolean> {
  const prefix = mediaPrefixes.find((each) => path.startsWith(each));
  if (!prefix) return false;
  return exists('media', { filename: { equals: decodeURIComponent(path.slice(prefix.length)) } }, req);
}

async function exists(collection: CollectionSlug, where: Where, req: PayloadRequest): Promise<boolean> {
  return (await req.payload.count({ collection, where, req })).totalDocs > 0;
}

/** A field that holds where a link leads. It is checked when the document is published. */
export const validateLinkTarget: TextFieldSingleValidation = async (value, { req, collectionSlug, data }) => {
  const target = value?.trim() ?? '';
  const fault = findTokenFault(target) ?? (await findTargetFault(target, { req, collectionSlug, data }));
  return fault ? `The link ${fault}` : true;
};
