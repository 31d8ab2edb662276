/** The product's name above the sign-in form. */
export function Logo() {
  return <span className="claimdesk-logo">claimdesk</span>;
}
