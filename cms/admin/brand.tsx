/** The product's initial at the start of the path of every admin page. */
export function Icon() {
  return <span className="claimdesk-icon">c</span>;
}

/** The product's name above the sign-in form. */
export function Logo() {
  return <span className="claimdesk-logo">claimdesk</span>;
}

/** The heading of the dashboard, which Payload leaves without one: above it are only the headings of its parts. */
export function DashboardHeading() {
  return <h1 className="dashboard-heading">Dashboard</h1>;
}
