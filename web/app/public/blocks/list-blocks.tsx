import { useContext } from 'react';
import { Html } from '#web/app/public/parts/html.tsx';
import { AppealIcon, CheckIcon, FormIcon, HearingIcon } from '#web/app/ui/components/icons.tsx';
import type { PageBlock } from '#web/app/ui/files/content-types.ts';
import type { BlockProps } from './page-part.tsx';
import { Fold, ItemHeading, PagePart, PlaceContext } from './page-part.tsx';

export function KeyPointsBlock({ block: { heading, points }, id }: BlockProps<'keyPoints'>) {
  return (
    <PagePart id={id} heading={heading}>
      <ul className="key-points">
        {points.map((point) => (
          <li key={point}>
            <CheckIcon />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}

export function LinksBlock({ block: { heading, links }, id }: BlockProps<'links'>) {
  return (
    <PagePart id={id} heading={heading}>
      <ul className="link-row">
        {links.map(({ label, to }) => (
          <li key={label}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}

export function StepsBlock({ block: { heading, introHtml, steps }, id }: BlockProps<'steps'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <ol className="numbered">
        {steps.map(({ title, html }) => (
          <li key={title}>
            <ItemHeading>{title}</ItemHeading>
            <Html html={html} />
          </li>
        ))}
      </ol>
    </PagePart>
  );
}

export function TimelineBlock({ block: { heading, introHtml, events }, id }: BlockProps<'timeline'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <ol className="timeline">
        {events.map(({ when, title, html }) => (
          <li key={title}>
            <ItemHeading>{title}</ItemHeading>
            <p className="timeline-wait">{when}</p>
            <Html html={html} />
          </li>
        ))}
      </ol>
    </PagePart>
  );
}

export function FiguresBlock({ block: { heading, introHtml, figures, note }, id }: BlockProps<'figures'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <dl className="figures">
        {figures.map(({ value, label, attribution }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {attribution ? <dd className="figure-attribution">{attribution}</dd> : null}
          </div>
        ))}
      </dl>
      {note ? <p className="fine">{note}</p> : null}
    </PagePart>
  );
}

const icons = { claim: FormIcon, appeal: AppealIcon, hearing: HearingIcon };

export function CardsBlock({ block: { heading, introHtml, cards, look }, id }: BlockProps<'cards'>) {
  const place = useContext(PlaceContext);
  const oneByOne = look?.folded && (place !== 'folded' || !heading);
  if (oneByOne && !heading) return <FoldedCards cards={cards} />;
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      {oneByOne ? (
        <FoldedCards cards={cards} />
      ) : (
        <ul className="cards">
          {cards.map((card) => (
            <Card key={card.title} {...card} />
          ))}
        </ul>
      )}
    </PagePart>
  );
}

/** Cards of which a phone shows only the titles until a visitor opens them. */
function FoldedCards({ cards }: { cards: CardProps[] }) {
  return (
    <ul className="faq folds">
      {cards.map((card) => (
        <li key={card.title}>
          <Fold heading={<CardHeading {...card} />}>
            <Html html={card.html} />
            <CardLink {...card} />
          </Fold>
        </li>
      ))}
    </ul>
  );
}

type CardProps = Extract<PageBlock, { kind: 'cards' }>['cards'][number];

/** A card with an icon represents a service, so its link is a button. */
function Card(card: CardProps) {
  return (
    <li className={card.icon ? 'card service' : 'card'}>
      <CardHeading {...card} />
      <Html html={card.html} />
      <CardLink {...card} />
    </li>
  );
}

function CardHeading({ title, icon }: CardProps) {
  const Icon = icon && icons[icon];
  return (
    <>
      {Icon ? <Icon /> : null}
      <ItemHeading>{title}</ItemHeading>
    </>
  );
}

function CardLink({ link, icon }: CardProps) {
  if (!link) return null;
  return icon ? (
    <a className="button secondary" href={link.to}>
      {link.label}
    </a>
  ) : (
    <p className="card-link">
      <a href={link.to}>{link.label}</a>
    </p>
  );
}

export function GlossaryBlock({ block: { heading, introHtml, terms }, id }: BlockProps<'glossary'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <Letters terms={terms} />
      <dl className="glossary">
        {terms.map(({ id: anchor, term, also, meaning }) => (
          <div key={anchor} id={anchor}>
            <dt>
              <dfn>{term}</dfn>
              {also.length > 0 ? ` (also ${also.join(', ')})` : ''}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </PagePart>
  );
}

/** Each letter links to its first word. The words are sorted. */
function Letters({ terms }: Pick<BlockProps<'glossary'>['block'], 'terms'>) {
  const firsts = new Map<string, string>();
  for (const { id, term } of terms) {
    const letter = term.charAt(0).toUpperCase();
    if (!firsts.has(letter)) firsts.set(letter, id);
  }
  if (firsts.size < 2) return null;
  return (
    <nav aria-label="Words by letter">
      <ul className="link-row letters">
        {[...firsts].map(([letter, id]) => (
          <li key={letter}>
            <a href={`#${id}`}>{letter}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The first cell is the row's header. On narrow screens each row is a card whose cells name their columns. */
export function TableBlock({ block: { heading, caption, columns, rows }, id }: BlockProps<'table'>) {
  return (
    <PagePart id={id} heading={heading}>
      <table className="table">
        {/* What the heading says is not shown again. */}
        <caption className={caption === heading ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td data-label={columns[index + 1]} key={columns[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PagePart>
  );
}
