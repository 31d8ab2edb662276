import type {
  CheckboxField,
  CheckboxFieldValidation,
  CollectionSlug,
  Endpoint,
  Payload,
  PayloadRequest,
  UIField,
  Where,
} from 'payload';
import { APIError, NotFound } from 'payload';
import { mayPublish } from '../access.ts';
import { env } from '../env.ts';
import type { Site } from '../payload-types.ts';
import { isPublicAddress } from '../production.ts';

/** The collections that a new installation fills with made-up people, and the words for them. */
export const sampleCollections = {
  testimonials: ['testimonial', 'testimonials'],
  attorneys: ['attorney', 'attorneys'],
  people: ['person who works here', 'people who work here'],
} as const satisfies Partial<Record<CollectionSlug, readonly [one: string, many: string]>>;

const slugs = Object.keys(sampleCollections) as (keyof typeof sampleCollections)[];
const areSamples = { sample: { equals: true } };

/**
 * @returns the ids of the entries whose public and newest words both have the mark. In a draft, an editor may have
 * replaced every word and cleared the mark, which Payload writes to the entry itself only when it is published.
 */
async function findSamples(payload: Payload, collection: (typeof slugs)[number]): Promise<string[]> {
  const all = { collection, depth: 0, pagination: false, select: {} } as const;
  const { docs: marked } = await payload.find({ ...all, where: areSamples });
  const where = { and: [areSamples, { id: { in: marked.map(({ id }) => id) } }] };
  const { docs } = await payload.find({ ...all, where, draft: true });
  return docs.map(({ id }) => id);
}

/**
 * On a public site, samples can't be shown, not even by publishing them again.
 *
 * @param address of the site. @returns the check of the mark.
 */
export function refuseShown(address: string): CheckboxFieldValidation {
  return (isSample, { data }) => {
    const { _status, listed } = data as { _status?: string; listed?: boolean };
    if (!isSample || !isPublicAddress(address) || !(listed ?? _status === 'published')) return true;
    return 'A sample cannot be public. Replace every word with a real one and clear "This is a sample".';
  };
}

/**
 * Marks samples from the seed. Only the seed sets the mark; an editor removes it for good once the words are real. Visitors
 * never see it.
 */
export const sampleFields: [CheckboxField, UIField] = [
  {
    name: 'sample',
    type: 'checkbox',
    index: true,
    label: 'This is a sample',
    validate: refuseShown(env.publicOrigin),
    access: { create: () => false, update: ({ doc }) => doc?.sample === true },
    admin: {
      position: 'sidebar',
      disableBulkEdit: true,
      description:
        'Samples come with a new installation and are removed together. Clear it once every word here is real.',
    },
  },
  {
    name: 'sampleNotice',
    type: 'ui',
    admin: {
      disableListColumn: true,
      components: { Field: '/admin/samples/samples-notice.tsx#SampleNotice' },
    },
  },
];

/** Contact details that are set aside for fiction. */
export const fictional = { email: /\.example$/i, phone: /555-01\d\d$/ };

const inWords = new Intl.ListFormat('en-US');

/** The placeholder content that a new installation shows. */
export interface Samples {
  /** Of entries, in all. */
  count: number;
  /** Such as `7 testimonials and 48 attorneys`. */
  phrase: string;
  /** The firm's details that are not entered yet, such as `phone number and email address`; or nothing. */
  firm: string;
}

/** @returns the firm's details that are not entered yet, as in `Samples`. */
export async function firmDetailsAsInstalled(payload: Payload): Promise<string> {
  return detailsAsInstalled(await payload.findGlobal({ slug: 'site', depth: 0 }));
}

/** @returns the same of settings that were read already; what was never saved is as installed. */
export function detailsAsInstalled({
  firmName = 'claimdesk',
  phone = '555-0142',
  email = '.example',
}: Partial<Pick<Site, 'firmName' | 'phone' | 'email'>>): string {
  return inWords.format([
    ...(firmName === 'claimdesk' ? ['name'] : []),
    ...(fictional.phone.test(phone) ? ['phone number'] : []),
    ...(fictional.email.test(email) ? ['email address'] : []),
  ]);
}

/** @returns what must be replaced or removed before the site goes public. */
export async function countSamples(payload: Payload): Promise<Samples> {
  const counts = await Promise.all(
    slugs.map(async (collection) => {
      const { length: totalDocs } = await findSamples(payload, collection);
      const [one, many] = sampleCollections[collection];
      return { totalDocs, words: `${totalDocs} ${totalDocs === 1 ? one : many}` };
    }),
  );
  const found = counts.filter(({ totalDocs }) => totalDocs > 0);
  return {
    count: found.reduce((sum, { totalDocs }) => sum + totalDocs, 0),
    phrase: inWords.format(found.map(({ words }) => words)),
    firm: await firmDetailsAsInstalled(payload),
  };
}

/**
 * Deletes every sample, for good, and leaves everything else alone.
 *
 * @param req who removes them, for the audit log; without it, the server itself.
 * @returns how many were deleted.
 * @throws APIError with a sentence that says how many could not be deleted, after deleting all others.
 */
export async function removeSamples(payload: Payload, req?: PayloadRequest): Promise<number> {
  let removed = 0;
  let failed = 0;
  for (const collection of slugs) {
    // One after the other: each is a transaction of its own, so an interrupted removal is simply repeated.
    for (const id of await findSamples(payload, collection)) {
      try {
        await payload.delete({ collection, id, depth: 0, ...(req ? { req } : {}) });
        removed += 1;
      } catch (error) {
        // Another request was first.
        if (error instanceof NotFound) continue;
        failed += 1;
        logFailure(payload, 'a sample could not be removed', { collection, id, error });
      }
    }
  }
  if (failed === 0) return removed;
  const sentence = `${removed} samples were removed, but ${failed} could not be. Please try again.`;
  throw new APIError(sentence, 500, null, true);
}

/**
 * Unpublishes every sample and deletes none, since an editor may have begun to replace one. Runs at each start of a site at a
 * public address. A failure is logged, and the site starts nevertheless.
 *
 * @returns how many were public until now.
 */
export async function hideSamples(payload: Payload): Promise<number> {
  let hidden = 0;
  for (const collection of slugs) {
    const isAttorney = collection === 'attorneys';
    const isPublic: Where = isAttorney ? { listed: { equals: true } } : { _status: { equals: 'published' } };
    const where = { and: [areSamples, isPublic] };
    const { docs } = await payload.find({ collection, where, depth: 0, pagination: false, select: {} });
    for (const { id } of docs) {
      try {
        // As the button "Unpublish" does: by its id, an entry keeps the words of its newest draft, finished or not.
        await (isAttorney
          ? payload.update({ collection, id, data: { listed: false }, depth: 0 })
          : payload.update({
              collection,
              id,
              data: { _status: 'draft' },
              unpublishAllLocales: true,
              depth: 0,
            }));
        hidden += 1;
      } catch (error) {
        logFailure(payload, 'a sample could not be taken off the site', { collection, id, error });
      }
    }
  }
  return hidden;
}

/** Without the error's details, which may contain typed text. */
function logFailure(
  { logger }: Payload,
  msg: string,
  { error, ...where }: { collection: string; id: string; error: unknown },
): void {
  logger.error({ ...where, reason: error instanceof Error ? error.name : 'unknown', msg });
}

/** The button of the dashboard. */
export const removeSamplesEndpoint: Endpoint = {
  path: '/samples/remove',
  method: 'post',
  handler: async (req) => {
    if (!req.user) throw new APIError('Please sign in.', 401, null, true);
    if (!mayPublish(req.user)) throw new APIError('Only a publisher can remove samples.', 403, null, true);
    return Response.json({ removed: await removeSamples(req.payload, req) });
  },
};
