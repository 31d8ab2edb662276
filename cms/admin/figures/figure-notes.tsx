import { longDate } from '@claimdesk/forms/calendar';
import { easternToday } from '@claimdesk/forms/eastern-time';
import type { Payload, TypedUser, UIFieldServerProps } from 'payload';
import { mayPublish } from '#cms/access.ts';
import { type DatedValue, valueOn } from '#cms/figures/dated-values.ts';
import { definitionOf } from '#cms/figures/definitions.ts';
import { type FigureUse, findUses } from '#cms/figures/find-uses.ts';
import { listFigures, type UncountedResult, uncountedAmong } from '#cms/figures/uncounted-results.ts';
import { ownCountWords } from '#cms/figures/words.ts';
import { reminderWords, yearlyReminder } from '#cms/figures/yearly-reminder.ts';
import type { StoredFigure } from '#cms/payload-types.ts';
import { isOverdue } from '#cms/sources/is-overdue.ts';
import { SavedValues } from './cells.tsx';

/** Above the form of a figure: what it means, what the site shows, and where. */
export async function AboutFigure({ data, payload }: UIFieldServerProps) {
  const definition = definitionOf(String((data as { name?: unknown }).name));
  if (!definition) return null;
  const uses = (await findUses(payload)).get(definition.name) ?? [];
  return (
    <section className="field-type figure-about" aria-label="About this figure">
      <p>
        {definition.description} In text: <code>{`{{${definition.name}}}`}</code>
      </p>
      <SavedValues definition={definition} />
      <h2>Where readers see it</h2>
      {uses.length > 0 ? <Uses uses={uses} /> : <p>No published text shows it.</p>}
    </section>
  );
}

/** On the dashboard and above the list of figures: what has to be looked at, with the texts that show it. */
export async function OverdueFigures({ payload, user }: { payload: Payload; user?: TypedUser | null }) {
  const isPublisher = mayPublish(user ?? null);
  const figures = await listFigures(payload);
  return (
    <>
      <UncountedResults results={uncountedAmong(figures)} isPublisher={isPublisher} />
      <YearlyReminders figures={figures} isPublisher={isPublisher} />
      <PastReview figures={figures} isPublisher={isPublisher} payload={payload} />
    </>
  );
}

/** What the firm claims for itself without saying what it counted. */
function UncountedResults({ results, isPublisher }: { results: UncountedResult[]; isPublisher: boolean }) {
  if (results.length === 0) return null;
  return (
    <section className="figures-overdue" aria-labelledby="figures-uncounted">
      <h2 id="figures-uncounted">
        {results.length === 1
          ? 'One of our results does not say how it was counted'
          : `${results.length} of our results do not say how they were counted`}
      </h2>
      <p>
        Enter of which period each is and how it is counted. Until then a trial shows examples beside them,
        which are not yours. A site that the public can reach says only “{ownCountWords}”.{' '}
        {isPublisher ? null : 'A publisher can enter it.'}
      </p>
      <ul>
        {results.map(({ id, label, value }) => (
          <li key={id}>
            <a href={`/cms/collections/figures/${id}`}>{label}</a>: {value}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What January needs: yearly amounts whose next value is not entered. */
function YearlyReminders({ figures, isPublisher }: { figures: StoredFigure[]; isPublisher: boolean }) {
  const today = easternToday();
  const found = figures.flatMap(({ id, name, label, values }) => {
    const reminder = yearlyReminder(definitionOf(name) ?? {}, values as DatedValue[], today);
    return reminder ? [{ id, name, label, words: reminderWords(reminder) }] : [];
  });
  return [...Map.groupBy(found, ({ words }) => words)].map(([words, those], index) => (
    <section key={words} className="figures-overdue" aria-labelledby={`figures-yearly-${index}`}>
      <h2 id={`figures-yearly-${index}`}>{words}</h2>
      {isPublisher ? null : <p>A publisher can enter it.</p>}
      <ul>
        {those.map(({ id, name, label }) => (
          <li key={name}>
            <a href={`/cms/collections/figures/${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface PastReviewProps {
  figures: StoredFigure[];
  isPublisher: boolean;
  payload: Payload;
}

async function PastReview({ figures: docs, isPublisher, payload }: PastReviewProps) {
  const today = easternToday();
  const overdue = docs.flatMap(({ id, name, label, values }) => {
    const value = valueOn(values as DatedValue[], today);
    return value && isOverdue(value.reviewBy, today)
      ? [{ id, name, label, value: value.value, reviewBy: value.reviewBy }]
      : [];
  });
  if (overdue.length === 0) return null;
  const uses = await findUses(payload);
  return (
    <section className="figures-overdue" aria-labelledby="figures-overdue">
      <h2 id="figures-overdue">
        {overdue.length === 1 ? 'One figure is' : `${overdue.length} figures are`} past the date of review
      </h2>
      <p>
        Readers are told so on the pages that show them.{' '}
        {isPublisher ? null : 'A publisher can enter new values or set new dates.'}
      </p>
      <ul>
        {overdue.map(({ id, name, label, value, reviewBy }) => (
          <li key={name}>
            <a href={`/cms/collections/figures/${id}`}>{label}</a>: {value}, to be reviewed by{' '}
            {longDate(reviewBy)}
            <Shown uses={uses.get(name) ?? []} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Shown({ uses }: { uses: FigureUse[] }) {
  if (uses.length === 0) return <p>No published text shows it.</p>;
  return (
    <details>
      <summary>{uses.length === 1 ? 'One text shows it' : `${uses.length} texts show it`}</summary>
      <Uses uses={uses} />
    </details>
  );
}

function Uses({ uses }: { uses: FigureUse[] }) {
  return (
    <ul>
      {uses.map(({ path, publicPath, title }) => (
        <li key={`${path} ${title}`}>
          {path ? <a href={path}>{title}</a> : title} (
          <a href={publicPath} target="_blank" rel="noopener">
            {publicPath}
          </a>
          )
        </li>
      ))}
    </ul>
  );
}
