import type { Directory } from './directory-types.ts';

/** @returns the title and the description of one view, which no other view has; editors write those of the plain one. */
export function describePage(directory: Directory | undefined): { title: string; description: string } {
  const { words, state, q, page: number = 1 } = directory ?? {};
  if (words && !state && !q && number === 1) {
    return { title: words.metaTitle, description: words.metaDescription };
  }
  const where = directory?.state ? `in ${directory.state.name}` : 'in the United States';
  const what = directory?.q ? `“${directory.q}”` : undefined;
  const page = directory && directory.page > 1 ? `Page ${directory.page} of ${directory.pages}` : undefined;
  const subject = directory?.state ? `Disability attorneys ${where}` : 'Disability attorney directory';
  const contents = `${what ? `Attorneys found for ${what} ${where}` : `Attorneys ${where} for Social Security disability claims`}: experience, specialties, phone and e-mail.`;
  return {
    title: [what ? `${subject}: ${what}` : subject, page].filter(Boolean).join(', '),
    description: [contents, page ? `${page}.` : 'Search by name, city or specialty.'].join(' '),
  };
}
