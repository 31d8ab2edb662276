import { HoursLine } from '#web/app/components/hours-line.tsx';
import { PhoneLink } from '#web/app/components/phone-link.tsx';
import { useLayoutData } from '#web/app/layout-data.ts';

/** Says why a part of the portal waits until staff know who the client is, and how that is done. */
export function ConfirmFirst({ title, children }: { title: string; children: React.ReactNode }) {
  const firm = useLayoutData();
  return (
    <section className="prose notice warn" aria-labelledby="confirm-first">
      <h2 id="confirm-first">{title}</h2>
      {children}
      <p>
        To confirm it, we talk with you on the phone: we ask for your name, your date of birth and some facts
        of your claim. It takes a few minutes. If we have your phone number, we call you. You do not have to
        wait for our call
        {firm ? (
          <>
            : call us at <PhoneLink firm={firm} end="." />
          </>
        ) : (
          '.'
        )}
      </p>
      {firm ? (
        <p>
          Our office hours: <HoursLine hours={firm.hours} />
        </p>
      ) : null}
    </section>
  );
}
