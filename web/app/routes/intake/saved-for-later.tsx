import { useEffect, useRef } from 'react';
import { PhoneLink } from '../../components/phone-link.tsx';
import { useLayoutData } from '../../layout-data.ts';
import { deletePath } from './addresses.ts';
import { PageTitle } from './page-title.tsx';
import { Reference } from './reference.tsx';
import { useIntakeForm } from './use-intake-form.ts';

interface Saved {
  keptDays: number;
  goOn: string;
}

export function Mailed({ email, keptDays, goOn }: Saved & { email: string }) {
  const form = useIntakeForm();
  const firm = useLayoutData();
  return (
    <div className="wrap step">
      <PageTitle title="Look in your mail" wrong={false} />
      <div className="notice success">
        <FocusedHeading>Look in your mail</FocusedHeading>
        <p>
          We sent a link to <strong>{email}</strong>. Open it to go on with your {form.noun}. It works for{' '}
          {keptDays} days.
        </p>
      </div>
      <p>
        Nothing there after a few minutes? Look in the spam folder
        {firm ? (
          <>
            , or call us at <PhoneLink firm={firm} end="." />
          </>
        ) : (
          '.'
        )}
      </p>
      <p>Anyone who has the link can see your answers, so please do not forward it.</p>
      <WaysOn goOn={goOn} />
    </div>
  );
}

export function Code({ code, address, keptDays, goOn }: Saved & { code: string; address: string }) {
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
      <p>To go on with your {form.noun}, on this or any other device:</p>
      <ol>
        <li>
          Go to <strong className="web-address">{address}</strong>
        </li>
        <li>Enter this code and your date of birth.</li>
      </ol>
      <p>The code works for {keptDays} days. If you get a new one, this one stops working.</p>
      <p className="needs-script">
        <button type="button" className="button" onClick={() => window.print()}>
          Print this page
        </button>
      </p>
      <WaysOn goOn={goOn} />
    </div>
  );
}

function WaysOn({ goOn }: { goOn: string }) {
  return (
    <>
      <p className="button-row">
        <a className="button secondary" href="/">
          Return to Home
        </a>
        <a className="button secondary" href={goOn}>
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
