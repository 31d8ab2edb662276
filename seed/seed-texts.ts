import type { Payload } from 'payload';
import { readArticles, readFaq } from './seed-content.ts';
import { addMissing, correctTexts, type SeedDocument } from './seed-documents.ts';
import { readListings, readPeople, readTestimonials } from './seed-lists.ts';
import { readPages } from './seed-pages.ts';

/** In the order of adding: pages link to articles by their ids. */
const readers = {
  articles: readArticles,
  faq: readFaq,
  listings: readListings,
  pages: (payload: Payload) => readPages(payload),
} satisfies Record<string, (payload: Payload) => Promise<SeedDocument[]>>;

/** @returns how many texts of each kind were added. */
export async function addTexts(payload: Payload): Promise<Record<keyof typeof readers, number>> {
  const added = { articles: 0, faq: 0, listings: 0, pages: 0 };
  for (const [kind, read] of Object.entries(readers)) {
    added[kind as keyof typeof readers] = await addMissing(payload, await read(payload));
  }
  return added;
}

/** Adds the testimonials and people that nobody real stands behind, marked as samples. */
export async function addSampleTexts(payload: Payload): Promise<void> {
  await addMissing(payload, [...(await readTestimonials()), ...(await readPeople())]);
}

/** @returns the names of the texts of an earlier version that were corrected. */
export async function correctAllTexts(payload: Payload): Promise<string[]> {
  const corrected: string[] = [];
  for (const read of Object.values(readers))
    corrected.push(...(await correctTexts(payload, await read(payload))));
  return corrected;
}
