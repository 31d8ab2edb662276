import { createContext, useContext, useRef } from 'react';
import { useDraft } from './drafts.ts';

const Token = createContext('');

/** Provides the CSRF token of the session, which every native form of the back office posts. */
export const StaffFormToken = Token.Provider;

/** A form of the back office that works without script. The server accepts it only with the session's own token. */
export function StaffForm({ children, ...form }: Omit<React.ComponentProps<'form'>, 'method'>) {
  return (
    <form method="post" {...form}>
      <StaffTokenField />
      {children}
    </form>
  );
}

/** Makes a form one of the back office: it posts the token, and a dialog's form keeps what is typed in it. */
export function StaffTokenField() {
  const element = useRef<HTMLInputElement>(null);
  useDraft(element);
  return <input ref={element} type="hidden" name="token" value={useContext(Token)} />;
}
