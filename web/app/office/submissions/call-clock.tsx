import { useEffect, useState } from 'react';
import { resultWords } from '#web/app/office/calls.tsx';
import type { SubmissionRow } from './queues.ts';

type Called = NonNullable<SubmissionRow['called']>;

/** When the sender is to be called: "1 h 40 min left", "late by 3 h"; from the first call on "called 2 times, again Monday, 10:00 AM". */
export function CallClock({ callBy, called }: Pick<SubmissionRow, 'callBy' | 'called'>) {
  const passed = useMinutesSince(callBy);
  if (called) return <span className="promised">{calledText(called)}</span>;
  if (!callBy) return null;
  const left = callBy.minutesLeft - passed;
  return (
    <time dateTime={callBy.at} className={left < 0 ? 'promised late' : 'promised'}>
      {clockText(left)}
    </time>
  );
}

/** @returns how many minutes ago an answer arrived: counted here, since the browser's clock may be wrong. */
function useMinutesSince(answer: unknown): number {
  const [minutes, setMinutes] = useState(0);
  useEffect(() => {
    // Each answer begins the count anew.
    void answer;
    const start = performance.now();
    const count = () => setMinutes(Math.floor((performance.now() - start) / 60_000));
    count();
    const timer = window.setInterval(count, 15_000);
    return () => window.clearInterval(timer);
  }, [answer]);
  return minutes;
}

export function clockText(minutesLeft: number): string {
  return minutesLeft < 0 ? `late by ${lengthText(-minutesLeft)}` : `${lengthText(minutesLeft)} left`;
}

/** @returns `40 min`, `1 h 40 min`, `3 h` or `2 days`: the longer it is, the less the rest matters. */
function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 || hours >= 3 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

function calledText({ times, result, again }: Called): string {
  const called = times === 1 ? 'called once' : `called ${times} times`;
  if (again) return `${called}, ${again.isDue ? 'call again now' : `again ${again.text}`}`;
  return `${called}, ${resultWords[result].toLowerCase()}`;
}
