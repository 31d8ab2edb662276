import { createContext, useContext } from 'react';
import { Html } from '#web/app/public/parts/html.tsx';
import type { PageBlock } from '#web/app/ui/files/content-types.ts';

interface PagePartProps {
  /** Anchor of the heading, for links to this part. */
  id: string;
  heading: string | null;
  introHtml?: string;
  /** Shown above the heading. */
  sign?: React.ReactNode;
  className?: string | undefined;
  children?: React.ReactNode;
}

/** A part of a page under its heading. At the beginning of a chapter, the chapter shows heading and introduction. */
export function PagePart({ id, heading, introHtml = '', sign, className, children }: PagePartProps) {
  const place = useContext(PlaceContext);
  if (place === 'opens-chapter') {
    return className ? (
      <div className={className}>
        {sign}
        {children}
      </div>
    ) : (
      children
    );
  }
  const classes = className ? `part ${className}` : 'part';
  if (place === 'folded' && heading) {
    return (
      <div className="faq folds">
        <Fold id={id} heading={<h3>{heading}</h3>}>
          {sign}
          <Html html={introHtml} className="prose part-intro" />
          <ItemLevelContext value="h4">{children}</ItemLevelContext>
        </Fold>
      </div>
    );
  }
  if (place !== 'on-page') {
    return (
      <div className={heading ? `${classes} headed` : classes}>
        {sign}
        {heading ? <h3 id={id}>{heading}</h3> : null}
        <Html html={introHtml} className="prose part-intro" />
        <ItemLevelContext value={heading ? 'h4' : 'h3'}>{children}</ItemLevelContext>
      </div>
    );
  }
  return (
    <section className={classes} aria-labelledby={id}>
      {sign}
      <h2 id={id}>{heading}</h2>
      <Html html={introHtml} className="prose part-intro" />
      {children}
    </section>
  );
}

/**
 * Opens by a tap on its heading, by the browser's own search, and by a link to its anchor, because that is inside.
 *
 * @param heading with its level.
 */
export function Fold({
  id,
  heading,
  children,
}: {
  id?: string;
  heading: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <details>
      <summary>{heading}</summary>
      <div className="faq-answer" id={id}>
        {children}
      </div>
    </details>
  );
}

/**
 * Where a part is: directly on a page, or in a chapter of the home page, which it opens or belongs to. A folded part of
 * a chapter shows only its heading until it is opened.
 */
type PartPlace = 'on-page' | 'opens-chapter' | 'in-chapter' | 'folded';

export const PlaceContext = createContext<PartPlace>('on-page');

/** The level of the headings inside a part, one below its own. */
export const ItemLevelContext = createContext<'h3' | 'h4'>('h3');

/** What a block needs of its page: the kind that it shows, and the anchor of its heading. */
export interface BlockProps<Kind extends PageBlock['kind']> {
  block: Extract<PageBlock, { kind: Kind }>;
  id: string;
}

/** The heading of a card, a step or whatever else a part lists. */
export function ItemHeading({ children }: { children: React.ReactNode }) {
  const Heading = useContext(ItemLevelContext);
  return <Heading>{children}</Heading>;
}
