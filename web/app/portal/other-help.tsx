import { HoursLine } from '#web/app/ui/components/hours-line.tsx';
import { PhoneLink } from '#web/app/ui/components/phone-link.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { callMeHref } from '#web/app/ui/pages/navigation.ts';

/** Other help for clients who cannot log in: our phone number and hours, or a call from us. */
export function OtherHelp({ title, children }: { title: string; children: React.ReactNode }) {
  const firm = useLayoutData();
  return (
    <section className="other-ways" aria-labelledby="other-help">
      <h2 id="other-help">{title}</h2>
      {children}
      {firm ? (
        <p>
          Our phone number: <PhoneLink firm={firm} end="." /> Our office hours:{' '}
          <HoursLine hours={firm.hours} />
        </p>
      ) : null}
      <p>
        Does none of this work, or would you rather not wait on the phone?{' '}
        <a href={callMeHref}>Let us call you</a>
      </p>
    </section>
  );
}
