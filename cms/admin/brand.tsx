/** The product's initial at the start of the path of every admin page. */
export function Icon() {
  return <span className="claimdesk-icon">c</span>;
}

/** The product's name above the sign-in form. */
export function Logo() {
  return <span className="claimdesk-logo">claimdesk</span>;
}

/** Tells editors what to do without a password; the CMS sends no mail. */
export function SignInHelp() {
  return <p className="sign-in-help">Forgot your password? An admin can set a new one for you.</p>;
}
