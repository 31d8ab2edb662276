import type { SpotName } from '../../components/spots/spot.tsx';

const spots: Record<string, SpotName> = {
  'technical-denial': 'coins',
  'disability-claim-denied': 'calendar',
  'ssdi-vs-ssi': 'balance',
  'top-10-secrets': 'hands',
  'short-term-disability': 'clock',
  'definition-of-disabled': 'cane',
  'common-disabilities': 'doctor',
  'compassionate-allowances': 'fast',
  'evaluation-process': 'stairs',
  'disability-hearing': 'hearing',
  'medical-evidence': 'doctor',
  'past-work-relevance': 'team',
  'claim-timeline': 'clock',
  'back-pain-disability': 'spine',
  'degenerative-disc-disease': 'spine',
  'vtc-hearings': 'screen',
  'hearing-attendees': 'team',
  'credibility-importance': 'listening',
  'benefits-after-hearing': 'coins',
  'denied-at-hearing': 'signpost',
  'appealing-unfavorable': 'balance',
  'medicaid-eligibility': 'card',
};

/** @returns the drawing in the head of an article: papers, where editors wrote it after the drawings were made. */
export function spotOfArticle(slug: string): SpotName {
  return spots[slug] ?? 'papers';
}
