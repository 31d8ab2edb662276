import { useEffect, useRef } from 'react';
import { PhoneLink } from '#web/app/components/phone-link.tsx';
import { Reference } from '#web/app/confirmation/reference.tsx';
import { deletePath, finishLaterPath } from '#web/app/intake/addresses.ts';
import { useIntakeForm } from '#web/app/intake/use-intake-form.ts';
import { useLayoutData } from '#web/app/layout-data.ts';

interface Saved {
  keptDays: number;
  advance: string;
}

export function Mailed({ email, keptDays, advance }: Saved & { email: string }) {
  const form = useIntakeForm();
  const firm = useLayoutData();
  return (
    <div className="wrap step">
      <PageTitle title="Check your email" wrong={false} />
      <div className="notice success">
        <FocusedHeading>Check your email</FocusedHeading>
        <p>
          Your link goes to <strong>{email}</strong>. Open it to continue your {form.noun}. It works once, for{' '}
          {keptDays} days.
        </p>
      </div>
      <p>
        Didn’t get it? Look in the spam folder, or <a href={finishLaterPath(form)}>get a code instead</a>
        {firm ? (
          <>
            . You can also call us at <PhoneLink firm={firm} end="." />
          </>
        ) : (
          '.'
        )}
      </p>
      <p>To keep mailboxes free, one email address gets up to 3 links in 24 hours.</p>
      <p>
        When you open it, your answers move to that browser and can no longer be read here. Whoever opens it
        first gets them, so please do not forward it.
      </p>
      <NextLinks advance={advance} />
    </div>
  );
}

export function Code({ code, address, keptDays, advance }: Saved & { code: string; address: string }) {
  const form = useIntakeForm();
  return (
    <div className="wrap step">
      <PageTitle title="Your code" wrong={false} />
      <div className="notice success">
        <FocusedHeading>Your code</FocusedHeading>
        <p>
          Write it down or print this page now. <strong>We show it only once.</strong>
        </p>
      </div>
      <p>
        Code
        <Reference text={code} copyLabel="Copy the code" />
      </p>
      <p>To continue your {form.noun}, on this or any other device:</p>
      <ol>
        <li>
          Go to <strong className="web-address">{address}</strong>
        </li>
        <li>Enter this code and your date of birth.</li>
      </ol>
      <p>
        The code works once, for {keptDays} days. When you use it, your answers move to that browser and can
        no longer be read here. If you get a new code, this one stops working.
      </p>
      <p className="needs-script">
        <button type="button" className="button" onClick={() => window.print()}>
          Print this page
        </button>
      </p>
      <NextLinks advance={advance} />
    </div>
  );
}

function NextLinks({ advance }: { advance: string }) {
  return (
    <>
      <p className="button-row">
        <a className="button secondary" href="/">
          Return to Home
        </a>
        <a className="button secondary" href={advance}>
          Go on now
        </a>
      </p>
      <DeleteLink />
    </>
  );
}

export function DeleteLink() {
  const form = useIntakeForm();
  return (
    <p className="shared-device">
      Do you use this device with other people? <a href={deletePath(form)}>Delete my saved answers</a>
    </p>
  );
}

function FocusedHeading({ children }: { children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The title of a page beside the steps; begins with "Error:" where something has to be corrected. */
export function PageTitle({ title, wrong }: { title: string; wrong: boolean }) {
  const firm = useLayoutData();
  const form = useIntakeForm();
  const parts = [title, form.title, firm?.firmName].filter(Boolean);
  return <title>{`${wrong ? 'Error: ' : ''}${parts.join(' - ')}`}</title>;
}
