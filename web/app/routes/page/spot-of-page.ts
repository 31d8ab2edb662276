import type { SpotName } from '../../components/spots/spot.tsx';

const spots: Record<string, SpotName> = {
  introduction: 'hands',
  'what-we-do': 'listening',
  testimonials: 'quotes',
  careers: 'team',
  'common-disabilities': 'doctor',
  'medical-listings': 'book',
  'compassionate-allowances': 'fast',
  'medical-evidence': 'papers',
  'evaluation-process': 'stairs',
  'what-is-ssdi': 'coins',
  'definition-disabled': 'cane',
  'ssdi-vs-ssi': 'balance',
  'appeal-denial': 'calendar',
  'privacy-policy': 'lock',
  faq: 'question',
};

/** @returns the drawing in the head of a page, or none: terms do without, and so do pages that editors add. */
export function spotOfPage(slug: string): SpotName | undefined {
  return spots[slug];
}
