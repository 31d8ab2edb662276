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
import { componentField } from '../fields.ts';
import type { Site } from '../payload-types.ts';
import { isPublicAddress } from '../production.ts';

/** The collections that a new installation fills with made-up people, and the words for them. */
export const sampleCollections = {
  testimonials: ['testimonial', 'testimonials'],
  attorneys: ['attorney', 'attorneys'],
  people: ['person who works here', 'people who work here'],
} as const satisfies Partial<Record<CollectionSlug, readonly [one: string, many: string]>>;

type Slug = keyof typeof sampleCollections;
const slugs = Object.keys(sampleCollections) as Slug[];
const areSamples = { sample: { equals: true } };

interface Sample {
  collection: Slug;
  id: string;
  /** As visitors read it. */
  name: string;
  /** Whether a newer draft has no mark any more: an editor has replaced the words, or has only cleared the mark. */
  isRedrafted: boolean;
}

/**
 * What visitors see decides: an entry is a sample while its public version has the mark, whatever its newest draft says. One
 * that is not public is a sample if its newest words have the mark as well. A public version without the mark is never one,
 * so a marked draft over it, such as a restored older version, can't take a real entry off the site.
 *
 * @param only this one, if it is still a sample.
 */
async function findSamples(payload: Payload, only?: Pick<Sample, 'collection' | 'id'>): Promise<Sample[]> {
  const found = await Promise.all(
    (only ? [only.collection] : slugs).map(async (collection) => {
      const where = only ? { and: [areSamples, { id: { equals: only.id } }] } : areSamples;
      const marked = { collection, where, depth: 0, pagination: false } as const;
      const { docs } = await payload.find(marked);
      const { docs: drafts } = await payload.find({ ...marked, select: {}, draft: true });
      const markedDrafts = new Set(drafts.map(({ id }) => id));
      return docs
        .filter((doc) => markedDrafts.has(doc.id) || ('_status' in doc && doc._status === 'published'))
        .map((doc) => ({
          collection,
          id: doc.id,
          name: 'author' in doc ? doc.author : doc.name,
          isRedrafted: !markedDrafts.has(doc.id),
        }));
    }),
  );
  return found.flat();
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
      components: { Cell: '/admin/samples/sample-cell.tsx#SampleCell' },
      description:
        'Samples come with a new installation and are removed together. Clear it once every word here is real.',
    },
  },
  componentField('sampleNotice', { Field: '/admin/samples/samples-notice.tsx#SampleNotice' }),
];

/** Contact details that are set aside for fiction. */
export const fictional = { email: /\.example$/i, phone: /555-01\d\d(?!\d)/ };

const inWords = new Intl.ListFormat('en-US');

/** The placeholder content that a new installation shows. */
export interface Samples {
  /** Of entries, in all. */
  count: number;
  /** Such as `7 testimonials and 48 attorneys`. */
  phrase: string;
  /** What becomes of public samples whose newer draft has no mark any more, in a sentence; or nothing. */
  drafts: string;
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

/** @returns such as `7 testimonials and 1 attorney`; nothing for none. */
function countInWords(samples: Sample[]): string {
  const counts = slugs.map(
    (slug) => [slug, samples.filter((each) => each.collection === slug).length] as const,
  );
  return inWords.format(
    counts
      .filter(([, count]) => count > 0)
      .map(([slug, count]) => `${count} ${sampleCollections[slug][count === 1 ? 0 : 1]}`),
  );
}

/** @returns such as `Alex Doe and Ann B.`; nothing for none. */
function namesOf(samples: Sample[]): string {
  return inWords.format(samples.map(({ name }) => name));
}

/** @returns what must be replaced or removed before the site goes public. */
export async function countSamples(payload: Payload): Promise<Samples> {
  const samples = await findSamples(payload);
  const names = namesOf(samples.filter(({ isRedrafted }) => isRedrafted));
  return {
    count: samples.length,
    phrase: countInWords(samples),
    drafts: names
      ? `${names}: visitors still see sample words, though newer ones, not marked as a sample, are in a draft. Removing all samples keeps such drafts.`
      : '',
    firm: await firmDetailsAsInstalled(payload),
  };
}

export interface Removal {
  /** How many left the site, in all. */
  removed: number;
  /** The same in words, for the person who removed them. */
  sentence: string;
}

/**
 * Deletes every sample, for good, and leaves everything else alone. One whose newer draft has no mark any more is taken off
 * the site instead, since the draft may be somebody's work.
 *
 * @param req who removes them, for the audit log; without it, the server itself.
 * @throws APIError with a sentence that says how many could not be removed, after removing all others.
 */
export async function removeSamples(payload: Payload, req?: PayloadRequest): Promise<Removal> {
  const removed: Sample[] = [];
  let failed = 0;
  // One after the other: each is a transaction of its own, so an interrupted removal is simply repeated.
  for (const sample of await findSamples(payload)) {
    const { collection, id } = sample;
    try {
      // Somebody may have saved it since the list was read.
      const [now] = await findSamples(payload, sample);
      if (!now) continue;
      if (now.isRedrafted) await takeOffSite(payload, now, req);
      else await payload.delete({ collection, id, depth: 0, ...(req ? { req } : {}) });
      removed.push(now);
    } catch (error) {
      // Another request was first.
      if (error instanceof NotFound) continue;
      failed += 1;
      logFailure(payload, 'a sample could not be removed', { collection, id, error });
    }
  }
  if (failed === 0) return { removed: removed.length, sentence: describeRemoval(removed) };
  const sentence = `${removed.length} samples were removed, but ${failed} could not be. Please try again.`;
  throw new APIError(sentence, 500, null, true);
}

function describeRemoval(removed: Sample[]): string {
  const deleted = countInWords(removed.filter(({ isRedrafted }) => !isRedrafted));
  const redrafted = removed.filter(({ isRedrafted }) => isRedrafted);
  const drafts = redrafted.length === 1 ? 'the newer draft' : 'the newer drafts';
  const sentences = [
    ...(deleted ? [`Removed ${deleted}.`] : []),
    ...(redrafted.length > 0 ? [`Took ${namesOf(redrafted)} off the site and kept ${drafts}.`] : []),
  ];
  return sentences.join(' ') || 'There were no samples left.';
}

/** As the button "Unpublish" does: by its id, an entry keeps the words of its newest draft, finished or not. */
async function takeOffSite(
  payload: Payload,
  { collection, id }: Pick<Sample, 'collection' | 'id'>,
  req?: PayloadRequest,
): Promise<void> {
  const by = { id, depth: 0, ...(req ? { req } : {}) };
  await (collection === 'attorneys'
    ? payload.update({ ...by, collection, data: { listed: false } })
    : payload.update({ ...by, collection, data: { _status: 'draft' }, unpublishAllLocales: true }));
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
        await takeOffSite(payload, { collection, id });
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
    return Response.json(await removeSamples(req.payload, req));
  },
};
