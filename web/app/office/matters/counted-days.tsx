import { easternToday } from '@claimdesk/forms/eastern-time';
import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { type Inputs, type Outputs, trpc } from '#web/app/trpc.ts';
import { HowCounted } from './duties.tsx';
import { distanceText, dueText } from './matter-words.ts';

interface Props {
  /** The number of the matter. */
  id: string;
  /** Null while something that days are counted from is not typed yet. */
  entered: Inputs['matters']['preview']['entered'] | null;
}

/** What something would make due, and how its days are counted, while it is typed. */
export function CountedDays({ id, entered }: Props) {
  const today = easternToday();
  const { data: duties, error } = trpc.matters.preview.useQuery(entered ? { id, entered } : skipToken, {
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!duties || error)
    return (
      <p className="counted hint" role="status">
        The deadlines that this creates are shown here once you have typed it.
      </p>
    );
  return (
    <section className="counted" aria-live="polite">
      <h3>{duties.length === 0 ? 'This creates no deadlines.' : 'Deadlines this creates'}</h3>
      <ul className="duties">
        {duties.toSorted(byDay).map(({ rule, title, due, appointment, steps, source }) => (
          <li key={rule}>
            <p>
              <strong>{title}</strong>
            </p>
            <p>
              <time dateTime={due}>{appointment?.day === due ? appointment.text : dueText(today, due)}</time>,{' '}
              {distanceText(today, due)}
            </p>
            <HowCounted title="How the day is counted" steps={steps} source={source} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function byDay(one: { due: string }, other: { due: string }): number {
  return one.due.localeCompare(other.due);
}

/** @returns what is said once something was entered. */
export function savedWords({ due }: Outputs['matters']['enter'], today: string) {
  const [first] = due.toSorted(byDay);
  const more = due.length > 1 ? `, and ${due.length - 1} more` : '';
  return {
    title: 'Saved',
    text: first ? `${first.title}: ${dueText(today, first.due)}${more}.` : 'It creates no deadlines.',
  };
}
