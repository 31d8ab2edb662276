import { QuickLinks } from '#web/app/public/parts/quick-links.tsx';
import { HoursLine } from '#web/app/ui/components/hours-line.tsx';
import { PhoneLink } from '#web/app/ui/components/phone-link.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';

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
