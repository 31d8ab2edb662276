'use client';

import { useAuth, useDocumentInfo, useField } from '@payloadcms/ui';
import type { ClientUser } from 'payload';
import { useState } from 'react';
import { askCms } from '../ask-cms.ts';
import { Dialog } from '../saving/dialogs.tsx';
import { CodeLine } from './line.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes, type Setup, SetupSteps } from './setup.tsx';

/** Turns two-step sign-in on and off for the own account. An admin can turn it off for others, who lost phone and codes. */
export function TwoStepLogin() {
  const { id } = useDocumentInfo();
  const { value } = useField<boolean>({ path: 'twoStep' });
  const { user, fetchFullUser } = useAuth<ClientUser>();
  const own = id !== undefined && id === user?.id;
  const stored = own ? user?.twoStep : value;
  const [changed, setChanged] = useState<boolean>();
  const [open, setOpen] = useState(false);
  const isOn = changed ?? stored === true;
  if (!id || !(own || user?.role === 'admin')) return null;
  const finish = (nowOn: boolean) => {
    setOpen(false);
    setChanged(nowOn);
    void fetchFullUser();
  };
  return (
    <section className="two-step" aria-labelledby="two-step-heading">
      <h2 id="two-step-heading">Two-step login</h2>
      <p role="status">{textOf(own, isOn)}</p>
      {own || isOn ? (
        <button type="button" className="saving__button" onClick={() => setOpen(true)}>
          {isOn ? 'Turn off two-step login' : 'Turn on two-step login'}
        </button>
      ) : null}
      {open ? (
        <Dialog title="Two-step login" onCancel={() => setOpen(false)}>
          {isOn ? (
            <TurnOff
              of={own ? undefined : String(id)}
              asksForCode={user?.twoStep === true || (own && isOn)}
              onDone={() => finish(false)}
              onCancel={() => setOpen(false)}
            />
          ) : (
            <TurnOn onDone={() => finish(true)} onCancel={() => setOpen(false)} />
          )}
        </Dialog>
      ) : null}
    </section>
  );
}

function textOf(own: boolean, isOn: boolean): string {
  if (!own) return isOn ? 'This account has two-step login.' : 'This account has no two-step login.';
  return isOn
    ? 'It is on. Logging in asks for your password and a code of your authenticator app.'
    : 'It is off. Your password alone logs you in. With it on, logging in also asks for a code of an app on your phone.';
}

interface StepProps {
  onDone: () => void;
  onCancel: () => void;
}

function TurnOn({ onDone, onCancel }: StepProps) {
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onContinue={onDone} />;
  if (!setup)
    return (
      <ProofForm
        button="Continue"
        onCancel={onCancel}
        send={async ({ password }) => {
          const answer = await askCms<{ setup: Setup }>('two-step/begin', 'POST', { password });
          setSetup(answer.setup);
        }}
      >
        <p>You need an authenticator app on your phone. First confirm who you are.</p>
      </ProofForm>
    );
  return (
    <ProofForm
      key="code"
      button="Turn on"
      asksForPassword={false}
      code={<CodeLine mayRecover={false} />}
      onCancel={onCancel}
      send={async ({ code }) => {
        const answer = await askCms<{ recoveryCodes: string[] }>('two-step/confirm', 'POST', { code });
        setCodes(answer.recoveryCodes);
      }}
    >
      <SetupSteps setup={setup} />
    </ProofForm>
  );
}

interface TurnOffProps extends StepProps {
  /** The id of somebody else's account. */
  of: string | undefined;
  asksForCode: boolean;
}

function TurnOff({ of, asksForCode, onDone, onCancel }: TurnOffProps) {
  return (
    <ProofForm
      button="Turn off"
      code={asksForCode ? <CodeLine mayRecover /> : undefined}
      onCancel={onCancel}
      send={async (proof) => {
        await askCms(of ? 'two-step/help' : 'two-step/end', 'POST', { ...proof, ...(of ? { id: of } : {}) });
        onDone();
      }}
    >
      <p>
        {of
          ? 'For somebody who lost phone and recovery codes. Make sure that it is really them who ask. They are logged out everywhere, and told by email. First confirm who you are.'
          : 'Your password alone will log you in then. First confirm who you are.'}
      </p>
    </ProofForm>
  );
}
