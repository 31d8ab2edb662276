import type { PageBlock } from '#web/app/ui/files/content-types.ts';
import {
  ArticleListBlock,
  ContactBlock,
  FaqBlock,
  ListingsBlock,
  PeopleBlock,
  TestimonialsBlock,
} from './collection-blocks.tsx';
import {
  CardsBlock,
  FiguresBlock,
  GlossaryBlock,
  KeyPointsBlock,
  LinksBlock,
  StepsBlock,
  TableBlock,
  TimelineBlock,
} from './list-blocks.tsx';
import { CalloutBlock, CallToActionBlock, HeroBlock, RichTextBlock } from './text-blocks.tsx';

/**
 * One part of a page, whichever kind it is.
 *
 * @param calculator shown for a calculator, whose answer the page's loader computed; nothing elsewhere.
 */
export function ContentBlock({
  block,
  id,
  calculator = null,
}: {
  block: PageBlock;
  id: string;
  calculator?: React.ReactNode;
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
    case 'people':
      return <PeopleBlock block={block} id={id} />;
    case 'listings':
      return <ListingsBlock block={block} id={id} />;
    case 'glossary':
      return <GlossaryBlock block={block} id={id} />;
    case 'deadlineHelper':
    case 'calculator':
      return calculator;
  }
}
