import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { CopyButton } from '#web/app/ui/components/copy-button.tsx';
import { Reference } from '#web/app/ui/components/reference.tsx';
import { confirmAccountHref, newPinHref } from '#web/app/ui/pages/navigation.ts';

interface IssuedCodeProps {
  code: string;
  expiresAt: string;
  /** Whether it is for a new PIN; else it confirms the account. */
  isForPin: boolean;
}

/** The one-time code that staff read out to a client, with what the client does with it. */
export function IssuedCode({ code, expiresAt, isForPin }: IssuedCodeProps) {
  return (
    <>
      <p>
        The code
        <Reference text={code}>
          <CopyButton text={code} label="Copy the code" />
        </Reference>
      </p>
      <p>
        Read it out now: this page shows it once, and nobody can look it up. It works once, until{' '}
        {shortEasternDateTime(expiresAt)} Eastern time.
      </p>
      {isForPin ? (
        <p>
          The client opens Client Login, “Forgot PIN? Reset Here”, or{' '}
          <strong className="nowrap">{newPinHref}</strong> on our site, and types the Social Security number,
          the date of birth, this code and a new PIN.
        </p>
      ) : (
        <p>
          The client logs in, chooses “I have a code” on the dashboard, or opens{' '}
          <strong className="nowrap">{confirmAccountHref}</strong> on our site, and types this code. A client
          who forgot the PIN needs a one-time PIN code instead. If the client never registered, somebody else
          made this account: free the number, and the client registers.
        </p>
      )}
    </>
  );
}
