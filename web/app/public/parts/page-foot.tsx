import { longDate } from '@claimdesk/forms/calendar';
import { shortEasternDate } from '@claimdesk/forms/eastern-time';
import { FiguresAsOf } from '#web/app/ui/components/figure-notes.tsx';
import type { Article } from '#web/app/ui/files/content-types.ts';

type Sourcing = Pick<Article, 'sources' | 'review' | 'nextReview' | 'overdue'>;

/** Tells readers of a text whose review is due that it may be out of date. */
export function OverdueLine({ nextReview, overdue }: Sourcing) {
  if (!nextReview || !overdue) return null;
  return (
    <p className="overdue">
      This page was due for a review on <time dateTime={nextReview}>{longDate(nextReview)}</time>, so check
      with Social Security or with us before you rely on it.
    </p>
  );
}

/** When a text was last changed, in Eastern time, what changed, and the date of its figures. */
export function UpdatedLine({
  isoUpdated,
  changeNote,
  figureNotes,
}: Pick<Article, 'isoUpdated' | 'changeNote' | 'figureNotes'>) {
  return (
    <>
      Last updated <time dateTime={isoUpdated}>{shortEasternDate(isoUpdated)}</time>
      {changeNote ? `. What changed: ${changeNote.replace(/\.$/, '')}` : null}
      <FiguresAsOf {...figureNotes} />
    </>
  );
}

/** The end of a text: its sources, its reviewer, and the definitions of its glossary terms. */
export function PageFoot({ words, ...sourcing }: Sourcing & Pick<Article, 'words'>) {
  return (
    <>
      <Sources {...sourcing} />
      {words.map(({ id, term, meaning }) => (
        // It takes the focus when it opens, so that screen readers read it, and gives it back when it closes.
        <div
          key={id}
          popover="auto"
          id={`word-${id}`}
          className="word-note"
          role="dialog"
          aria-label={`What “${term}” means`}
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: it is hidden until its button opens it
          autoFocus
        >
          <p>
            <dfn>{term}</dfn>: {meaning}
          </p>
          <p className="button-row">
            <button
              type="button"
              className="button secondary"
              popoverTarget={`word-${id}`}
              popoverTargetAction="hide"
            >
              Close
            </button>
            <a href={`/glossary#${id}`}>All words explained</a>
          </p>
        </div>
      ))}
    </>
  );
}

function Sources({ sources, review, nextReview }: Sourcing) {
  if (sources.length === 0 && !review) return null;
  const next = nextReview ? `The next review is due on ${longDate(nextReview)}.` : null;
  return (
    <section className="sources" aria-labelledby="sources">
      <h2 id="sources">{sources.length > 0 ? 'Sources' : 'Last reviewed'}</h2>
      {sources.length > 0 ? (
        <ul>
          {sources.map(({ title, number, address }) => (
            <li key={address}>
              <a href={address}>{number ? `${title} (${number.replaceAll(' ', '\u00a0')})` : title}</a>
            </li>
          ))}
        </ul>
      ) : null}
      {review ? (
        <p className="fine">
          Last reviewed on <time dateTime={review.isoDate}>{longDate(review.isoDate)}</time> by {review.by}.
          {next ? ` ${next}` : ''}
        </p>
      ) : (
        next && <p className="fine">{next}</p>
      )}
    </section>
  );
}

/** @returns the same for search engines, as properties of schema.org's WebPage. */
export function reviewData({ sources, review }: Sourcing) {
  return {
    ...(sources.length > 0
      ? {
          citation: sources.map(({ title, number, address }) => ({
            '@type': 'CreativeWork',
            name: number ? `${title} (${number})` : title,
            url: address,
          })),
        }
      : {}),
    ...(review ? { lastReviewed: review.isoDate, reviewedBy: { '@type': 'Person', name: review.by } } : {}),
  };
}
