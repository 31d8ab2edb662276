/** The product's initial at the start of the path of every admin page. */
export function Icon() {
  return <span className="claimdesk-icon">c</span>;
}
