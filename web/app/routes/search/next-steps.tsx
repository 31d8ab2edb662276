import { HoursLine } from '#web/app/components/hours-line.tsx';
import { PhoneLink } from '#web/app/components/phone-link.tsx';
import { QuickLinks } from '#web/app/components/quick-links.tsx';
import { useLayoutData } from '#web/app/layout-data.ts';

/** What people look for most, and the phone number, so that no page is a dead end. */
export function NextSteps() {
  const firm = useLayoutData();
  return (
    <section className="prose" aria-labelledby="ways-on">
      <h2 id="ways-on">What people look for most</h2>
      <QuickLinks />
      {firm ? (
        <p>
          Or call us at <PhoneLink firm={firm} end="." /> <HoursLine hours={firm.hours} />
        </p>
      ) : null}
    </section>
  );
}
