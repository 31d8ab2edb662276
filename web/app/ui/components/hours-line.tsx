import type { LayoutData } from '#web/app/ui/pages/layout-data.ts';
import { callMeHref } from '#web/app/ui/pages/navigation.ts';

/** The office hours in one line that breaks between days, never inside a time. @param end what ends the sentence. */
export function HoursLine({ hours, end = '' }: { hours: LayoutData['hours']; end?: string }) {
  const days = hours.label.split(', ');
  return days.map((day, index) => (
    <span key={day}>
      <span className="nowrap">{`${day}${index < days.length - 1 ? ',' : end}`}</span>{' '}
    </span>
  ));
}

/** Whether the phone is answered now. Outside office hours we offer to call back. */
export function OpenNow({ now }: { now: LayoutData['hours']['openNow'] }) {
  if (!now) return null;
  return (
    <span className="open-now">
      <strong>{now.text}.</strong>{' '}
      {now.isOpen ? null : (
        <>
          <a href={callMeHref}>Let us call you</a>.{' '}
        </>
      )}
    </span>
  );
}
