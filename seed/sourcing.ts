import { urlOfSource } from '@claimdesk/cms/find-source-fault';
import { z } from 'zod';

const text = z.string().trim().min(1);

/**
 * How a seed file names a source: its title and its number, from which its address follows, or its title, its number (or
 * an empty text) and its address.
 */
const sourceShape = z.union([z.tuple([text, text]), z.tuple([text, z.string().trim(), text])]);

/** What a seed file says about its sources and the day of its next review. */
export const sourcingShape = z.object({
  sources: z.array(sourceShape).optional(),
  nextReview: z.iso.date().optional(),
});

/**
 * @returns the same as the CMS keeps it. Nobody has reviewed the texts of the seed, so no name and no day of a review.
 * @throws Error for a number from which no address follows, if none is given.
 */
export function toSourcing({ sources, nextReview }: z.infer<typeof sourcingShape>) {
  return {
    ...(sources ? { sources: sources.map(toSource) } : {}),
    ...(nextReview ? { nextReview: `${nextReview}T00:00:00.000Z` } : {}),
  };
}

function toSource([title, number, given]: z.infer<typeof sourceShape>) {
  const address = given ?? urlOfSource(number) ?? addressOfForm(number);
  if (!address) throw new Error(`The source "${title}" needs an address: none follows from "${number}".`);
  return { title, ...(number ? { number } : {}), address };
}

/** The agency has a page for each form that anybody may fill in. */
function addressOfForm(number: string): string | undefined {
  const [, form] = /^Form ((?:SSA|HA)-\d+)$/.exec(number) ?? [];
  return form && `https://www.ssa.gov/forms/${form.toLowerCase()}.html`;
}
