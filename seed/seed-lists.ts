import { newJerseyCounties } from '@claimdesk/cms/new-jersey-counties';
import type { Payload } from 'payload';
import { z } from 'zod';
import { readYaml } from './read-yaml.ts';

const text = z.string().trim().min(1);
const countyLocations = newJerseyCounties.map((county) => `${county} County`);

const testimonialsShape = z.array(
  z.strictObject({
    author: text,
    initials: text,
    location: z.enum(countyLocations),
    quote: text,
    home: z.boolean().default(false),
  }),
);

const listingsShape = z.array(
  z.strictObject({
    number: text,
    title: text,
    plainName: text,
    summary: text,
    examples: z.array(text).min(1),
  }),
);

/** Steps of ten leave room to put a new entry between two others. */
const orderOf = (index: number) => (index + 1) * 10;

/** @returns how many testimonials were added; one with the same author and place is left alone. */
export async function seedTestimonials(payload: Payload): Promise<number> {
  let added = 0;
  for (const [index, entry] of (await readYaml('testimonials.yaml', testimonialsShape)).entries()) {
    const { author, initials, quote, home } = entry;
    const location = entry.location.replace(/ County$/, '') as 'Atlantic';
    const { totalDocs } = await payload.count({
      collection: 'testimonials',
      where: { author: { equals: author }, location: { equals: location } },
    });
    if (totalDocs > 0) continue;
    const data = { author, initials, location, quote, showOnHome: home, order: orderOf(index) };
    await payload.create({ collection: 'testimonials', data: { ...data, _status: 'published' } });
    added += 1;
  }
  return added;
}

/** @returns how many medical listings were added; one with the same number is left alone. */
export async function seedListings(payload: Payload): Promise<number> {
  let added = 0;
  for (const [index, listing] of (await readYaml('listings.yaml', listingsShape)).entries()) {
    const { number, examples } = listing;
    const { totalDocs } = await payload.count({
      collection: 'listings',
      where: { number: { equals: number } },
    });
    if (totalDocs > 0) continue;
    await payload.create({
      collection: 'listings',
      data: {
        ...listing,
        examples: examples.map((condition) => ({ condition })),
        order: orderOf(index),
        _status: 'published',
      },
    });
    added += 1;
  }
  return added;
}
