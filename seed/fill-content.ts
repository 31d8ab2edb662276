import type { Deps } from '@claimdesk/api/deps';
import { isPublicAddress } from '@claimdesk/cms/production';
import { isSystemPage } from '@claimdesk/cms/site-paths';
import type { GlobalSlug, Payload } from 'payload';
import { seedAttorneys } from './attorneys.ts';
import { addFigures } from './figures.ts';
import { navigation } from './navigation.ts';
import { addMissing } from './seed-documents.ts';
import { readPages } from './seed-pages.ts';
import { addSampleTexts, addTexts, correctAllTexts } from './seed-texts.ts';
import { noteSeedVersion } from './seed-version.ts';
import { site } from './site.ts';

/**
 * Adds the content that is missing and leaves everything else alone.
 * People who do not exist come with it too, marked as samples, unless the public can reach the site.
 *
 * @returns a few words on what was added.
 */
export async function fillContent({
  payload,
  settings,
}: Pick<Deps, 'payload' | 'settings'>): Promise<string> {
  const withSamples = !isPublicAddress(settings.PUBLIC_URL);
  await addFigures(payload);
  await fillGlobal(payload, 'site', site);
  const { pages, articles, faq: questions } = await addTexts(payload);
  await fillGlobal(payload, 'navigation', navigation);
  if (withSamples) await addSampleTexts(payload);
  const attorneys = withSamples ? await seedAttorneys(payload) : 0;
  await noteSeedVersion(payload);
  return `${pages} pages, ${articles} articles, ${questions} questions and ${attorneys} attorneys added`;
}

/**
 * Brings the content of an earlier version up to date: adds the figures and the pages that the site itself leads
 * to, and corrects texts that nobody has edited. @returns a few words on what was done.
 */
export async function updateContent(payload: Payload): Promise<string> {
  await addFigures(payload);
  const added = await addMissing(payload, await readPages(payload, isSystemPage));
  const corrected = await correctAllTexts(payload);
  await noteSeedVersion(payload);
  return `${added} texts added, ${corrected.length} texts corrected`;
}

/** Writes a global that was never saved. */
async function fillGlobal(payload: Payload, slug: GlobalSlug, data: object): Promise<void> {
  const { id } = (await payload.findGlobal({ slug, depth: 0 })) as { id?: string };
  if (!id) await payload.updateGlobal({ slug, data });
}
