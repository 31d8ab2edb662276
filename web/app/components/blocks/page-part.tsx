import { useContext } from 'react';
import { Html } from '../html.tsx';
import { ItemLevelContext, PlaceContext } from './part-place.ts';

interface PagePartProps {
  /** Anchor of the heading, for links to this part. */
  id: string;
  heading: string | null;
  introHtml?: string;
  /** Stands above the heading. */
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
  if (place === 'in-chapter') {
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
