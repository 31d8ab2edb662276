import { createContext, useContext } from 'react';

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

export function StaffTokenField() {
  return <input type="hidden" name="token" value={useContext(Token)} />;
}
