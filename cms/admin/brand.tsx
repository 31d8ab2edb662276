/** The product's initial at the start of the path of every admin page. */
export function Icon() {
  return <span className="claimdesk-icon">c</span>;
}

/** The product's name above the sign-in form. */
export function Logo() {
  return <span className="claimdesk-logo">claimdesk</span>;
}

/** The heading of the sign-in page, which Payload leaves without one. It also tells staff of the back office where they are. */
export function SignInHeading() {
  return <h1 className="sign-in-heading">Log in to edit the website</h1>;
}

/** The heading of the dashboard, which Payload leaves without one: above it are only the headings of its parts. */
export function DashboardHeading() {
  return <h1 className="dashboard-heading">Dashboard</h1>;
}

/** Tells editors what to do without a password; the CMS sends no mail. */
export function SignInHelp() {
  return <p className="sign-in-help">Forgot your password? An admin can set a new one for you.</p>;
}
