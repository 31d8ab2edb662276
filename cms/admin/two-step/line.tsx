'use client';

import { type InputHTMLAttributes, type Ref, useId } from 'react';

interface LineProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  help?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A labeled input of our own forms. */
export function Line({ label, help, ...input }: LineProps) {
  const id = useId();
  return (
    <div className="own-form__line">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} {...(help ? { 'aria-describedby': `${id}-help` } : {})} />
      {help ? <p id={`${id}-help`}>{help}</p> : null}
    </div>
  );
}

/** For the six digits, or one of the recovery codes. */
export function CodeLine({ mayRecover, ...input }: Omit<LineProps, 'label'> & { mayRecover: boolean }) {
  return (
    <Line
      label="Code"
      help={
        mayRecover
          ? 'The six digits that your authenticator app shows, or a recovery code.'
          : 'The six digits that your authenticator app shows.'
      }
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      required
      {...input}
    />
  );
}

/** What went wrong. It is there from the start, so that screen readers notice when it changes. */
export function Fault({ children }: { children: string }) {
  return (
    <p role="alert" className="own-form__fault">
      {children}
    </p>
  );
}
