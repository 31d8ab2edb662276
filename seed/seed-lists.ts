import { newJerseyCounties } from '@claimdesk/cms/new-jersey-counties';
import { z } from 'zod';
import { readYaml } from './read-yaml.ts';
import type { SeedDocument } from './seed-documents.ts';

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

const peopleShape = z.array(z.strictObject({ name: text, role: text }));

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

/** @returns every testimonial of the seed, found by its author and place. */
export async function readTestimonials(): Promise<SeedDocument[]> {
  const entries = await readYaml('testimonials.yaml', testimonialsShape);
  return entries.map(({ author, initials, location: county, quote, home }, index) => {
    const location = county.replace(/ County$/, '');
    return {
      collection: 'testimonials',
      name: `testimonials/${author}`,
      where: { author: { equals: author }, location: { equals: location } },
      data: { author, initials, location, quote, showOnHome: home, order: orderOf(index), sample: true },
    };
  });
}

/** @returns the people who work here in a trial, found by their names. As with attorneys, nobody real is meant. */
export async function readPeople(): Promise<SeedDocument[]> {
  const entries = await readYaml('people.yaml', peopleShape);
  return entries.map(({ name, role }, index) => ({
    collection: 'people',
    name: `people/${name}`,
    where: { name: { equals: name } },
    data: { name, role, order: orderOf(index), sample: true },
  }));
}

/** @returns every medical listing of the seed, found by its number. */
export async function readListings(): Promise<SeedDocument[]> {
  const listings = await readYaml('listings.yaml', listingsShape);
  return listings.map(({ examples, ...listing }, index) => ({
    collection: 'listings',
    name: `listings/${listing.number}`,
    where: { number: { equals: listing.number } },
    data: { ...listing, examples: examples.map((condition) => ({ condition })), order: orderOf(index) },
  }));
}
