import { useState } from 'react';
import { Link } from 'react-router';
import { ownAccountPath, untitledMeta } from '#web/app/office/back-office.ts';
import { ChangeForm } from '#web/app/office/change-form.tsx';
import { openFor } from '#web/app/office/open-form.server.ts';
import { trpc } from '#web/app/trpc.ts';
import { CopyButton } from '#web/app/ui/components/copy-button.tsx';
import type { Route } from './+types/calendar-address';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'staff.makeCalendarAddress', async ({ api: { staff }, origin }) => {
    const { email, calendarMadeAt } = await staff.account();
    return { isNamed: email !== null, hasOne: calendarMadeAt !== null, origin };
  });
}

export function meta() {
  return untitledMeta;
}

const title = 'Your calendar in other apps';

/** Makes the address at which calendar apps read what the signed-in user has to do, and shows it once. */
export default function CalendarAddress({ loaderData: { isNamed, hasOne, origin } }: Route.ComponentProps) {
  // The secret is in this answer and nowhere else.
  const make = trpc.staff.makeCalendarAddress.useMutation({ gcTime: 0 });
  const [address, setAddress] = useState<string>();
  const back = (
    <p>
      <Link to={ownAccountPath}>Back to your account</Link>
    </p>
  );
  if (address || !isNamed)
    return (
      <>
        <title>{`${title} | Back office`}</title>
        {back}
        <h1 tabIndex={-1} ref={focus}>
          {title}
        </h1>
        {address ? (
          <Made address={address} />
        ) : (
          <p>It is for accounts that have a name and an email address.</p>
        )}
      </>
    );
  return (
    <>
      {back}
      <ChangeForm
        title={title}
        button={hasOne ? 'Make a new address' : 'Make the address'}
        save={() => make.mutateAsync()}
        onSaved={(secret) =>
          setAddress(`${origin}/admin/calendar.ics?${new URLSearchParams({ key: secret })}`)
        }
      >
        <h1>{title}</h1>
        <p className="prose">
          Add what you have to do to the calendar on your phone or computer. It shows what is due, the level
          of the claim and the number of the matter, and no names of clients. What you typed yourself reads
          “Something to do”.
        </p>
        <p className="prose">
          {hasOne
            ? 'You have an address already. A new one takes its place, and the old one stops working.'
            : 'Anyone who has the address can read that, so keep it to yourself. You can end it on the page of your account.'}
        </p>
      </ChangeForm>
    </>
  );
}

function Made({ address }: { address: string }) {
  return (
    <>
      <p className="notice">
        Copy the address now: this page shows it only once. In your calendar app choose “Add calendar from
        URL” or “Subscribe”, and paste it.
      </p>
      <p>
        <code className="box-value">{address}</code>
      </p>
      <p>
        <CopyButton text={address} label="Copy the address" />
      </p>
      <p className="prose">Calendar apps read it again by themselves, some of them only once a day.</p>
    </>
  );
}

/** The button that was pressed is gone. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}
