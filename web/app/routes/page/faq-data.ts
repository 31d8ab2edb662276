import type { ContentPage } from '../../content-types.ts';

/** @returns the listed questions of a page as structured data, for search engines that show answers; none without them. */
export function faqData({ blocks }: ContentPage): object[] {
  const questions = blocks.flatMap((block) => (block.kind === 'faq' ? block.listed : []));
  if (questions.length === 0) return [];
  return [
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, text }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text },
      })),
    },
  ];
}
