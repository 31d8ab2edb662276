import type { SpotName } from '../../components/spots/spot.tsx';

const spots: Record<string, SpotName> = {
  introduction: 'hands',
  'what-we-do': 'listening',
  testimonials: 'listening',
  careers: 'hands',
  'common-disabilities': 'doctor',
  'medical-listings': 'papers',
  'compassionate-allowances': 'calendar',
  'medical-evidence': 'doctor',
  'evaluation-process': 'papers',
  'what-is-ssdi': 'hands',
  'definition-disabled': 'doctor',
  'ssdi-vs-ssi': 'papers',
  'appeal-denial': 'calendar',
};

/** @returns the drawing in the head of a page, or none: legal pages do without, and so do pages that editors add. */
export function spotOfPage(slug: string): SpotName | undefined {
  return spots[slug];
}
