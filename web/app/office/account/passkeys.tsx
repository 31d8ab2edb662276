import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { Link, useRevalidator } from 'react-router';
import { ownAccountPath, untitledMeta } from '#web/app/office/back-office.ts';
import { PageForm } from '#web/app/office/change-form.tsx';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import { useHydrated } from '#web/app/ui/forms/hydrated.ts';
import type { Route } from './+types/passkeys';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'staff.addPasskey', async ({ api: { staff } }) => {
    const { passkeys, canHavePasskeys } = await staff.account();
    const options = canHavePasskeys ? await staff.passkeys() : null;
    return { passkeys, options, form: presentForm('passkey') };
  });
}

export function meta() {
  return untitledMeta;
}

const title = 'Passkeys';
const failed = {
  title: 'No passkey was added',
  text: 'Your device did not give a passkey, or the connection was lost. Try again, or log in another way.',
};

/** The signed-in user's passkeys. */
export default function Passkeys({ loaderData: { passkeys, options, form } }: Route.ComponentProps) {
  const add = trpc.staff.addPasskey.useMutation();
  const { revalidate } = useRevalidator();
  const hydrated = useHydrated();
  const isOffered = options !== null && !(hydrated && !browserSupportsWebAuthn());
  return (
    <>
      {isOffered ? null : <title>{`${title} | Back office`}</title>}
      <p>
        <Link to={ownAccountPath}>Back to your account</Link>
      </p>
      <h1>Passkeys</h1>
      <LatestSuccess />
      <p className="prose">
        A passkey signs you in with your fingerprint, your face or the PIN of your device, without password
        and code. Nobody can guess it, and it works on this site only.
      </p>
      {passkeys.length === 0 ? <p>You have no passkey yet.</p> : null}
      <ul className="plain-list">
        {passkeys.map((passkey) => (
          <Listed key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {isOffered ? (
        <PageForm
          key={passkeys.length}
          title={title}
          form={form}
          failed={failed}
          save={async ({ name }) => {
            try {
              const answer = JSON.stringify(await startRegistration({ optionsJSON: options }));
              await add.mutateAsync({ name: String(name), answer });
            } catch (error) {
              // The device answers each question once.
              void revalidate();
              throw error;
            }
          }}
          done={{ title: 'Passkey added', text: 'You can log in with it now.' }}
        >
          <div className="titled">
            <h2>Add a passkey</h2>
          </div>
        </PageForm>
      ) : (
        <p className="prose">
          {options
            ? 'This browser has no passkeys.'
            : 'Passkeys need a site with a domain name. This one is reached by an IP address.'}
        </p>
      )}
    </>
  );
}

function Listed({
  passkey: { id, name, addedAt, lastUsedAt },
}: {
  passkey: Outputs['staff']['account']['passkeys'][number];
}) {
  const remove = trpc.staff.removePasskey.useMutation();
  return (
    <li>
      <PageForm
        button={
          <>
            Remove<span className="visually-hidden"> {name}</span>
          </>
        }
        look="secondary small"
        save={() => remove.mutateAsync({ passkey: id })}
        done={{ title: 'Passkey removed', text: 'It no longer signs in.' }}
      >
        <p>
          <strong>{name}</strong>, added {shortEasternDateTime(addedAt)},{' '}
          {lastUsedAt ? `last used ${shortEasternDateTime(lastUsedAt)}` : 'not used yet'}
        </p>
      </PageForm>
    </li>
  );
}
