import { Html } from '../html.tsx';
import type { BlockProps } from './content-block.tsx';
import { PagePart } from './page-part.tsx';

/** One answer open at a time, as on the page of questions; open by link, because the anchor is inside. */
export function FaqBlock({ block: { heading, entries }, id }: BlockProps<'faq'>) {
  return (
    <PagePart id={id} heading={heading}>
      <div className="faq">
        {entries.map((entry) => (
          <details name={`${id}-answers`} key={entry.id}>
            <summary>
              <h3>{entry.question}</h3>
            </summary>
            <div className="faq-answer" id={entry.id}>
              <Html html={entry.html} />
            </div>
          </details>
        ))}
      </div>
    </PagePart>
  );
}
