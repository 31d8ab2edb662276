import type { LayoutData } from '#web/app/layout-data.ts';

/** The office hours in one line that breaks between days, never inside a time. */
export function HoursLine({ hours }: { hours: LayoutData['hours'] }) {
  const days = hours.label.split(', ');
  return days.map((day, index) => (
    <span key={day}>
      <span className="nowrap">{index < days.length - 1 ? `${day},` : day}</span>{' '}
    </span>
  ));
}
