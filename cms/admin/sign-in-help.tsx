/** Tells editors what to do without a password; the CMS sends no mail. */
export function SignInHelp() {
  return <p className="sign-in-help">Forgot your password? An admin can set a new one for you.</p>;
}
