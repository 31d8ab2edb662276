import type {
  CheckboxField,
  CheckboxFieldValidation,
  CollectionSlug,
  Endpoint,
  Payload,
  PayloadRequest,
  UIField,
} from 'payload';
import { APIError } from 'payload';
import { mayPublish } from '../access.ts';
import { env } from '../env.ts';
import { isPublicAddress } from '../production.ts';

/** The collections that a new installation fills with people who do not exist, and what one of them is called. */
export const sampleCollections = {
  testimonials: ['testimonial', 'testimonials'],
  attorneys: ['attorney', 'attorneys'],
  people: ['person who works here', 'people who work here'],
} as const satisfies Partial<Record<CollectionSlug, readonly [one: string, many: string]>>;

const slugs = Object.keys(sampleCollections) as (keyof typeof sampleCollections)[];
const areSamples = { sample: { equals: true } };

/**
 * Where the public can reach the site, nothing made up may be shown, also not by publishing it again.
 *
 * @param address of the site. @returns the check of the mark.
 */
export function refuseShown(address: string): CheckboxFieldValidation {
  return (isSample, { data }) => {
    const { _status, listed } = data as { _status?: string; listed?: boolean };
    if (!isSample || !isPublicAddress(address) || !(listed ?? _status === 'published')) return true;
    return 'A sample cannot be public. Replace every word with a real one and untick "This is a sample".';
  };
}

/**
 * Marks what the seed made up. Only the seed sets it; whoever may change the entry takes it away, for good, once the words
 * are real. Visitors never see it.
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
        'Samples come with a new installation and are removed together. Untick it once every word here is real.',
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

/** @returns how many samples there are in all, and a phrase such as `7 testimonials and 48 attorneys`. */
export async function countSamples(payload: Payload): Promise<{ count: number; phrase: string }> {
  const counts = await Promise.all(
    slugs.map(async (collection) => {
      const { totalDocs } = await payload.count({ collection, where: areSamples });
      const [one, many] = sampleCollections[collection];
      return { totalDocs, words: `${totalDocs} ${totalDocs === 1 ? one : many}` };
    }),
  );
  const found = counts.filter(({ totalDocs }) => totalDocs > 0);
  return {
    count: found.reduce((sum, { totalDocs }) => sum + totalDocs, 0),
    phrase: new Intl.ListFormat('en-US').format(found.map(({ words }) => words)),
  };
}

/**
 * Deletes every sample, for good, and leaves everything else alone.
 *
 * @param req who removes them, for the audit log; without it, the server itself.
 * @returns how many were deleted.
 */
export async function removeSamples(payload: Payload, req?: PayloadRequest): Promise<number> {
  let removed = 0;
  for (const collection of slugs) {
    // One after the other: each is a transaction of its own, so an interrupted removal is simply repeated.
    const { docs } = await payload.delete({
      collection,
      where: areSamples,
      depth: 0,
      ...(req ? { req } : {}),
    });
    removed += docs.length;
  }
  return removed;
}

/**
 * Takes every sample off the site, and deletes nothing: an editor may have begun to replace one. For a site at a public
 * address, at each start.
 *
 * @returns how many were public until now.
 */
export async function hideSamples(payload: Payload): Promise<number> {
  let hidden = 0;
  for (const collection of slugs) {
    const [isPublic, data] =
      collection === 'attorneys'
        ? [{ listed: { equals: true } }, { listed: false }]
        : [{ _status: { equals: 'published' } }, { _status: 'draft' }];
    const { docs } = await payload.update({
      collection,
      where: { and: [areSamples, isPublic] },
      data: data as never,
      depth: 0,
    });
    hidden += docs.length;
  }
  return hidden;
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
