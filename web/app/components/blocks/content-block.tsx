import type { PageBlock } from '../../content-types.ts';
import { ArticleListBlock } from './article-list-block.tsx';
import { CallToActionBlock } from './call-to-action-block.tsx';
import { CalloutBlock } from './callout-block.tsx';
import { CardsBlock } from './cards-block.tsx';
import { ContactBlock } from './contact-block.tsx';
import { FaqBlock } from './faq-block.tsx';
import { FiguresBlock } from './figures-block.tsx';
import { HeroBlock } from './hero-block.tsx';
import { KeyPointsBlock } from './key-points-block.tsx';
import { LinksBlock } from './links-block.tsx';
import { ListingsBlock } from './listings-block.tsx';
import { RichTextBlock } from './rich-text-block.tsx';
import { StepsBlock } from './steps-block.tsx';
import { TableBlock } from './table-block.tsx';
import { TestimonialsBlock } from './testimonials-block.tsx';
import { TimelineBlock } from './timeline-block.tsx';

/**
 * One part of a page, whichever kind it is.
 *
 * @param deadline stands in the place of a deadline helper, whose answer the page's loader computed.
 */
export function ContentBlock({
  block,
  id,
  deadline,
}: {
  block: PageBlock;
  id: string;
  deadline: React.ReactNode;
}) {
  switch (block.kind) {
    case 'hero':
      return <HeroBlock block={block} id={id} />;
    case 'richText':
      return <RichTextBlock block={block} id={id} />;
    case 'keyPoints':
      return <KeyPointsBlock block={block} id={id} />;
    case 'steps':
      return <StepsBlock block={block} id={id} />;
    case 'timeline':
      return <TimelineBlock block={block} id={id} />;
    case 'cards':
      return <CardsBlock block={block} id={id} />;
    case 'faq':
      return <FaqBlock block={block} id={id} />;
    case 'testimonials':
      return <TestimonialsBlock block={block} id={id} />;
    case 'table':
      return <TableBlock block={block} id={id} />;
    case 'callout':
      return <CalloutBlock block={block} id={id} />;
    case 'callToAction':
      return <CallToActionBlock block={block} id={id} />;
    case 'links':
      return <LinksBlock block={block} id={id} />;
    case 'figures':
      return <FiguresBlock block={block} id={id} />;
    case 'contact':
      return <ContactBlock block={block} id={id} />;
    case 'articleList':
      return <ArticleListBlock block={block} id={id} />;
    case 'listings':
      return <ListingsBlock block={block} id={id} />;
    case 'deadlineHelper':
      return deadline;
  }
}
