import { Html } from '../html.tsx';

interface PagePartProps {
  /** Anchor of the heading, for links to this part. */
  id: string;
  heading: string;
  introHtml?: string;
  className?: string;
  children?: React.ReactNode;
}

/** A part of a page under its second-level heading. */
export function PagePart({ id, heading, introHtml = '', className, children }: PagePartProps) {
  return (
    <section className={className ? `part ${className}` : 'part'} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <Html html={introHtml} className="prose part-intro" />
      {children}
    </section>
  );
}
