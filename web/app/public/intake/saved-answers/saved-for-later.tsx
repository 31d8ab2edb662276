import { useEffect, useRef } from 'react';
import { deletePath, finishLaterPath } from '#web/app/public/intake/addresses.ts';
import { PrintButton } from '#web/app/public/parts/print-button.tsx';
import { CopyButton } from '#web/app/ui/components/copy-button.tsx';
import { PhoneLink } from '#web/app/ui/components/phone-link.tsx';
import { Reference } from '#web/app/ui/components/reference.tsx';
import type { LaterData } from './finish-later.server.ts';

export function Mailed({
  email,
  page: { form, firm, keptDays, advance },
}: {
  email: string;
  page: LaterData;
}) {
  return (
    <>
      <div className="notice success">
        <FocusedHeading>Check your email</FocusedHeading>
        <p>
          Your link goes to <strong>{email}</strong>. Open it to continue your {form.shortName}. It works
          once, for {keptDays} days.
        </p>
      </div>
      <p>
        Didn’t get it? Look in the spam folder, or <a href={finishLaterPath(form)}>get a code instead</a>. You
        can also call us at <PhoneLink firm={firm} end="." />
      </p>
      <p>To keep mailboxes free, one email address gets up to 3 links in 24 hours.</p>
      <p>
        When you open it, your answers move to that browser and can no longer be read here. Whoever opens it
        first gets them, so please do not forward it.
      </p>
      <NextLinks advance={advance} />
    </>
  );
}

export function Code({
  code,
  page: { form, address, keptDays, advance },
}: {
  code: string;
  page: LaterData;
}) {
  return (
    <>
      <div className="notice success">
        <FocusedHeading>Your code</FocusedHeading>
        <p>
          Write it down or print this page now. <strong>We show it only once.</strong>
        </p>
      </div>
      <p>
        Code
        <Reference text={code}>
          <CopyButton text={code} label="Copy the code" />
        </Reference>
      </p>
      <p>To continue your {form.shortName}, on this or any other device:</p>
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
      <p>
        <PrintButton label="Print this page" />
      </p>
      <NextLinks advance={advance} />
    </>
  );
}

function NextLinks({ advance }: { advance: string }) {
  return (
    <p className="button-row">
      <a className="button secondary" href="/">
        Return to Home
      </a>
      <a className="button secondary" href={advance}>
        Continue now
      </a>
    </p>
  );
}

export function DeleteLink({ form }: Pick<LaterData, 'form'>) {
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
