import { Link } from 'react-router';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { HoursLine } from '#web/app/ui/components/hours-line.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { confirmAccountHref, contractHref } from '#web/app/ui/pages/navigation.ts';

/** Says why a part of the portal is locked until staff have verified the client's identity, and how they do that. */
export function ConfirmFirst({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="prose notice warn" aria-labelledby="confirm-first">
      <h2 id="confirm-first">{title}</h2>
      {children}
      <p>
        To confirm it, we call you at the phone number in your contract and read out a code. You type the code
        here. It takes a few minutes. You do not have to wait for our call
        <CallUs otherwise=".">: call us at</CallUs>
      </p>
      <WithCode />
    </section>
  );
}

/** Where a client goes with a code, and what helps without one. */
export function WithCode() {
  const firm = useLayoutData();
  return (
    <>
      <p>
        <Link to={confirmAccountHref}>I have a code</Link>
      </p>
      <NoContractYet />
      {firm ? (
        <p>
          Our office hours: <HoursLine hours={firm.hours} />
        </p>
      ) : null}
    </>
  );
}

/**
 * Our office calls the phone number in the contract, so a client without one would wait in vain. Whether there is one is
 * not said before the account is confirmed: somebody else may have registered with the number.
 */
export function NoContractYet() {
  return (
    <p>
      If you have not signed a contract with us yet, <a href={contractHref}>sign your contract first</a>.
    </p>
  );
}
