import { Html } from '../html.tsx';
import type { BlockProps } from './content-block.tsx';
import { PagePart } from './page-part.tsx';

export function CardsBlock({ block: { heading, introHtml, cards }, id }: BlockProps<'cards'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <ul className="cards">
        {cards.map(({ title, html, link }) => (
          <li className="card" key={title}>
            <h3>{title}</h3>
            <Html html={html} />
            {link ? (
              <p className="card-link">
                <a href={link.to}>{link.label}</a>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
