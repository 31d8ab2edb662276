import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { startRegistration } from '@simplewebauthn/browser';
import { useMemo } from 'react';
import { data, Link } from 'react-router';
import { ownAccountPath, passkeysPath, untitledMeta } from '#web/app/office/back-office.ts';
import { PasskeyButton } from '#web/app/office/login/passkey-button.tsx';
import { TextField } from '#web/app/office/staff/account-fields.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/passkeys';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, 'staff.addPasskey');
    const { staff } = site.api;
    const { passkeys, canHavePasskeys } = await staff.account();
    return { passkeys, options: canHavePasskeys ? await staff.passkeys() : null };
  });
}

export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site, posted) => {
      const { staff } = site.api;
      const passkey = String(posted.get('remove') ?? '');
      if (passkey !== '') {
        await staff.removePasskey({ passkey: passkey.slice(0, 1_400) });
        return redirectWithNotice(site, passkeysPath, 'passkey-removed');
      }
      const name = nameIn(posted);
      if (name === '') return refuse(400, name, { name: 'Enter a name for the passkey' });
      await staff.addPasskey({ name: name.slice(0, 60), answer: String(posted.get('answer') ?? '') });
      return redirectWithNotice(site, passkeysPath, 'passkey-added');
    },
    (error, posted) => {
      const { status, text } = refusalOf(error);
      return refuse(status, nameIn(posted), { passkey: text });
    },
  );
}

function nameIn(posted: FormData): string {
  return String(posted.get('name') ?? '').trim();
}

function refuse(status: number, name: string, errors: { name?: string; passkey?: string }) {
  return data({ name, problem: { title: 'There is a problem', text: '', errors } }, { status });
}

export function meta() {
  return untitledMeta;
}

/** The signed-in user's passkeys. Posts natively. */
export default function Passkeys({ loaderData: { passkeys, options }, actionData }: Route.ComponentProps) {
  const problem = useMemo(() => actionData?.problem, [actionData]);
  return (
    <>
      <title>{`${problem ? 'Error: ' : ''}Passkeys | Back office`}</title>
      <p>
        <Link to={ownAccountPath}>Back to your account</Link>
      </p>
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => field} /> : null}
      <h1>Passkeys</h1>
      {problem ? null : <LatestSuccess />}
      <p className="prose">
        A passkey signs you in with your fingerprint, your face or the PIN of your device, without password
        and code. Nobody can guess it, and it works on this site only.
      </p>
      <List passkeys={passkeys} />
      {options ? (
        <section className="titled" aria-labelledby="add-title">
          <h2 id="add-title">Add a passkey</h2>
          <StaffForm className="form" noValidate>
            <TextField
              id="name"
              label="Name"
              hint="Such as: work laptop. This helps you tell your passkeys apart."
              value={actionData?.name}
              error={problem?.errors.name}
              maxLength={60}
            />
            <PasskeyButton label="Add passkey" main ask={() => startRegistration({ optionsJSON: options })} />
            <noscript>
              <p>Passkeys need JavaScript, which is turned off in this browser.</p>
            </noscript>
          </StaffForm>
        </section>
      ) : (
        <p className="prose">
          Passkeys need a site with a domain name. This one is reached by an IP address.
        </p>
      )}
    </>
  );
}

function List({ passkeys }: { passkeys: Outputs['staff']['account']['passkeys'] }) {
  if (passkeys.length === 0) return <p>You have no passkey yet.</p>;
  return (
    <ul className="plain-list">
      {passkeys.map(({ id, name, addedAt, lastUsedAt }) => (
        <li key={id}>
          <StaffForm className="button-row">
            <span>
              <strong>{name}</strong>, added {shortEasternDateTime(addedAt)},{' '}
              {lastUsedAt ? `last used ${shortEasternDateTime(lastUsedAt)}` : 'not used yet'}
            </span>
            <button type="submit" name="remove" value={id} className="button secondary small">
              Remove<span className="visually-hidden"> {name}</span>
            </button>
          </StaffForm>
        </li>
      ))}
    </ul>
  );
}
