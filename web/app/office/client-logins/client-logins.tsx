import { useState } from 'react';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { ChangeForm } from '#web/app/office/change-form.tsx';
import { clientVerbs } from '#web/app/office/clients/client-verbs.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { trpc } from '#web/app/trpc.ts';
import { LatestSuccess, useShowToast } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/client-logins';

/** The most that the form can do, so that nobody is asked to confirm after it is filled in. */
export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'clients.freeSsn', () => presentForm('locked-out-caller'));
}

export function meta() {
  return untitledMeta;
}

export default function ClientLogins({ loaderData: form }: Route.ComponentProps) {
  const [saved, setSaved] = useState(0);
  const showToast = useShowToast();
  const reopen = trpc.clients.reopen.useMutation({ gcTime: 0 });
  const endSessions = trpc.clients.endSessions.useMutation({ gcTime: 0 });
  const freeSsn = trpc.clients.freeSsn.useMutation({ gcTime: 0 });
  return (
    <>
      <BackToDashboard />
      <h1>Client logins</h1>
      <LatestSuccess />
      <ChangeForm
        // Empty again once it is saved.
        key={saved}
        title="Client logins"
        form={form}
        save={async (answers) => {
          const caller = { ssn: String(answers.ssn), reason: String(answers.reason) };
          if (answers.verb === 'reopen') {
            await reopen.mutateAsync(caller);
            return clientVerbs.reopen.done;
          }
          if (answers.verb === 'end-sessions') {
            await endSessions.mutateAsync(caller);
            return clientVerbs['end-sessions'].done;
          }
          await freeSsn.mutateAsync({ ...caller, evenConfirmed: answers.even_confirmed === true });
          return clientVerbs['free-number'].done;
        }}
        onSaved={(done) => {
          showToast({ kind: 'success', ...done });
          setSaved(saved + 1);
        }}
      >
        <p className="prose">
          For callers who cannot log in to the client portal. First verify the caller: ask for the name, the
          date of birth and facts of the claim that only the client knows. Never ask for the PIN. What you do
          here is recorded with your account. Everything else, such as a code that confirms an account or a
          new PIN, is on the client’s own page, which the dashboard leads to.
        </p>
      </ChangeForm>
    </>
  );
}
