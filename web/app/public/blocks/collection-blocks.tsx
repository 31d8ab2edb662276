import { Html } from '#web/app/public/parts/html.tsx';
import { Portrait } from '#web/app/public/parts/portrait.tsx';
import { OpenNow } from '#web/app/ui/components/hours-line.tsx';
import { PhoneIcon } from '#web/app/ui/components/icons.tsx';
import type { PageBlock, Testimonial } from '#web/app/ui/files/content-types.ts';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import type { BlockProps } from './page-part.tsx';
import { Fold, ItemHeading, ItemLevelContext, PagePart } from './page-part.tsx';

export function ArticleListBlock({
  block: { heading, introHtml, articles, topics, link },
  id,
}: BlockProps<'articleList'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      {articles.length > 0 ? <Articles articles={articles} /> : null}
      {topics.map((topic) => (
        <section className="topic" key={topic.id} aria-labelledby={topic.id}>
          <h3 id={topic.id}>{topic.label}</h3>
          <ItemLevelContext value="h4">
            <Articles articles={topic.articles} />
          </ItemLevelContext>
        </section>
      ))}
      {link ? (
        <p>
          <a className="button secondary" href={link.to}>
            {link.label}
          </a>
        </p>
      ) : null}
    </PagePart>
  );
}

type ListedArticle = Extract<PageBlock, { kind: 'articleList' }>['articles'][number];

function Articles({ articles }: { articles: ListedArticle[] }) {
  return (
    <ul className="cards articles">
      {articles.map(({ slug, title, description, date, isoDate, version }) => (
        <li className="card article-card" key={slug} data-version={version}>
          <ItemHeading>
            <a href={`/articles/${slug}`}>{title}</a>
          </ItemHeading>
          <p>{description}</p>
          <time dateTime={isoDate}>{date}</time>
        </li>
      ))}
    </ul>
  );
}

/** Who works here, and where the office is. */
export function PeopleBlock({ block: { heading, introHtml, people, address }, id }: BlockProps<'people'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      {people.length > 0 ? (
        <ul className="people">
          {people.map(({ name, role, photo, drawing }) => (
            <li key={name + role}>
              <Portrait photo={photo} drawing={drawing} name={name} />
              <span>
                <strong>{name}</strong>
                <br />
                {role}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <Address lines={address} />
    </PagePart>
  );
}

/** The address of the office; nothing where visitors do not come by. */
function Address({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <address>
      <strong>Our office</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

/** On the home page two of them show, and the others open by a tap. */
const shownAtHome = 2;

export function TestimonialsBlock({
  block: { heading, introHtml, testimonials, link, look },
  id,
}: BlockProps<'testimonials'>) {
  const shown = look ? testimonials.slice(0, shownAtHome) : testimonials;
  const more = testimonials.slice(shown.length);
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <TestimonialList testimonials={shown} />
      {more.length > 0 ? (
        <div className="faq folds untitled">
          <Fold heading={<ItemHeading>{more.length === 1 ? 'One more' : `${more.length} more`}</ItemHeading>}>
            <TestimonialList testimonials={more} />
          </Fold>
        </div>
      ) : null}
      {link ? (
        <p>
          <a href={link.to}>{link.label}</a>
        </p>
      ) : null}
    </PagePart>
  );
}

/** What clients said, each with first name, initial and county. The initials in the circle are decoration. */
function TestimonialList({ testimonials }: { testimonials: Testimonial[] }) {
  return (
    <ul className="cards two">
      {testimonials.map(({ quote, author, location, initials }) => (
        <li key={author + quote}>
          <figure className="testimonial">
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <figcaption>
              <span className="initials" aria-hidden="true">
                {initials}
              </span>
              <span>
                <strong>{author}</strong>
                <br />
                {location}
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

export function ContactBlock({ block: { heading, introHtml }, id }: BlockProps<'contact'>) {
  return (
    <PagePart id={id} heading={heading} introHtml={introHtml}>
      <ContactDetails />
    </PagePart>
  );
}

/** Phone, email, office hours and the counties that the firm serves, as editors entered them. */
function ContactDetails() {
  const firm = useLayoutData();
  if (!firm) return null;
  const { openNow, days, closedDays } = firm.hours;
  return (
    <div className="contact-columns">
      <div className="prose">
        <h3>Phone</h3>
        <p className="contact-phone">
          <PhoneIcon />
          <a href={firm.phoneHref}>{firm.phone}</a>
        </p>
        {openNow ? (
          <p>
            <OpenNow now={openNow} />
          </p>
        ) : null}
        <h3>Email</h3>
        <p>
          <a href={`mailto:${firm.email}`}>{firm.email}</a>
        </p>
        <p className="hint">Please do not send your Social Security number by email.</p>
        <Address lines={firm.address} />
      </div>
      <div className="faq folds">
        <Fold heading={<h3>Office hours</h3>}>
          <table className="hours">
            <caption>Eastern time</caption>
            <tbody>
              {days.map(({ day, opens, closes }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td>{opens && closes ? `${opens} to ${closes}` : 'Closed'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {closedDays ? <p>{closedDays}</p> : null}
        </Fold>
        <Fold heading={<h3>All {firm.counties.length} counties of New Jersey</h3>}>
          <ul className="counties">
            {firm.counties.map((county) => (
              <li key={county}>{county}</li>
            ))}
          </ul>
        </Fold>
      </div>
    </div>
  );
}

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

/**
 * One answer is open at a time, by `name`. The browser's own search finds it, and a link opens it, because the anchor
 * is inside.
 */
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
    <>
      <div className="faq-gap" />
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
    </>
  );
}
