import { QuickLinks } from '#web/app/public/parts/quick-links.tsx';
import { CallUsParagraph } from '#web/app/ui/components/call-us.tsx';

/** What people look for most, and the phone number, so that no page is a dead end. */
export function NextSteps() {
  return (
    <section className="prose" aria-labelledby="ways-on">
      <h2 id="ways-on">What people look for most</h2>
      <QuickLinks />
      <CallUsParagraph hours>Or call us at</CallUsParagraph>
    </section>
  );
}
