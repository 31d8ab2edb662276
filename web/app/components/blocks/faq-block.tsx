import { Html } from '../html.tsx';
import type { BlockProps } from './block-props.ts';
import { ItemHeading } from './item-heading.tsx';
import { PagePart } from './page-part.tsx';

/** One answer open at a time, by `name`; found by the browser's own search; open by link, because the anchor is inside. */
export function FaqBlock({ block: { heading, entries, listed }, id }: BlockProps<'faq'>) {
  return (
    <PagePart id={id} heading={heading}>
      <div className="faq">
        {entries.map((entry) => (
          <Question key={entry.id} list={`${id}-answers`} {...entry} />
        ))}
        {listed.map((entry) => (
          <Question key={entry.id} list="faq" {...entry} />
        ))}
      </div>
    </PagePart>
  );
}

interface QuestionProps {
  /** Names the list, of which one question is open at a time. */
  list: string;
  id: string;
  question: string;
  html: string;
  version?: string;
}

function Question({ list, id, question, html, version }: QuestionProps) {
  return (
    <details name={list} data-version={version}>
      <summary>
        <ItemHeading>{question}</ItemHeading>
      </summary>
      <div className="faq-answer" id={id}>
        <Html html={html} />
        <p className="fine">
          <a href={`#${id}`}>
            Link to this answer<span className="visually-hidden">: {question}</span>
          </a>
        </p>
      </div>
    </details>
  );
}
