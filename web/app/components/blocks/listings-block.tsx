import type { BlockProps } from './block-props.ts';
import { ItemHeading } from './item-heading.tsx';
import { PagePart } from './page-part.tsx';

/** The categories of the listings; any number of them may be open, so that two can be compared. */
export function ListingsBlock({ block: { heading, introHtml, listings }, id }: BlockProps<'listings'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <div className="faq listings">
        {listings.map(({ number, title, plainName, summary, examples }) => (
          <details key={number}>
            <summary>
              <span className="listing-number">{number}</span>
              <ItemHeading>
                {plainName}
                <small>{title}</small>
              </ItemHeading>
            </summary>
            <div className="faq-answer prose" id={`listing-${Number.parseInt(number, 10)}`}>
              <p>{summary}</p>
              <h4>Examples</h4>
              <ul>
                {examples.map((example) => (
                  <li key={example}>{example}</li>
                ))}
              </ul>
            </div>
          </details>
        ))}
      </div>
    </PagePart>
  );
}
