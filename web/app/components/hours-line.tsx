import type { LayoutData } from '#web/app/layout-data.ts';
import { callMeHref } from '#web/app/navigation.ts';

/** The office hours in one line that breaks between days, never inside a time. */
export function HoursLine({ hours }: { hours: LayoutData['hours'] }) {
  const days = hours.label.split(', ');
  return days.map((day, index) => (
    <span key={day}>
      <span className="nowrap">{index < days.length - 1 ? `${day},` : day}</span>{' '}
    </span>
  ));
}

/** Whether somebody answers the phone now. While nobody does, we offer to call back. */
export function OpenNow({ now }: { now: LayoutData['hours']['openNow'] }) {
  if (!now) return null;
  return (
    <>
      <strong>{now.text}.</strong>{' '}
      {now.isOpen ? null : (
        <>
          <a href={callMeHref}>Ask us to call you back</a>.{' '}
        </>
      )}
    </>
  );
}
