import { drawings } from './drawings.tsx';
import { IllustrationFrame } from './illustration-frame.tsx';

export type IllustrationName = keyof typeof drawings;

/** One of the small drawings. */
export function Illustration({ name }: { name: IllustrationName }) {
  return <IllustrationFrame>{drawings[name]}</IllustrationFrame>;
}

const ofArticles: Record<string, IllustrationName> = {
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

/** @returns the drawing at the top of an article; papers for articles without one of their own. */
export function illustrationOfArticle(slug: string): IllustrationName {
  return ofArticles[slug] ?? 'papers';
}

const ofPages: Record<string, IllustrationName> = {
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

/** @returns the drawing at the top of a page, or none: the terms have none, nor do pages that editors add. */
export function illustrationOfPage(slug: string): IllustrationName | undefined {
  return ofPages[slug];
}
