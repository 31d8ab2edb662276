import type { PageBlock } from '../../content-types.ts';
import { Html } from '../html.tsx';
import { AppealIcon, FormIcon, HearingIcon } from '../icons.tsx';
import type { BlockProps } from './block-props.ts';
import { ItemHeading } from './item-heading.tsx';
import { PagePart } from './page-part.tsx';

const icons = { claim: FormIcon, appeal: AppealIcon, hearing: HearingIcon };

export function CardsBlock({ block: { heading, introHtml, cards }, id }: BlockProps<'cards'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <ul className="cards">
        {cards.map((card) => (
          <Card key={card.title} {...card} />
        ))}
      </ul>
    </PagePart>
  );
}

type CardProps = Extract<PageBlock, { kind: 'cards' }>['cards'][number];

/** With an icon it stands for a way to go, so its link is a button. */
function Card({ title, icon, html, link }: CardProps) {
  const Icon = icon && icons[icon];
  return (
    <li className={Icon ? 'card service' : 'card'}>
      {Icon ? <Icon /> : null}
      <ItemHeading>{title}</ItemHeading>
      <Html html={html} />
      {link && Icon ? (
        <a className="button secondary" href={link.to}>
          {link.label}
        </a>
      ) : null}
      {link && !Icon ? (
        <p className="card-link">
          <a href={link.to}>{link.label}</a>
        </p>
      ) : null}
    </li>
  );
}
