import { loginHref, registerHref } from '../../navigation.ts';

/** The way into the client portal (SPEC section 2, Home). */
export function PortalPromo() {
  return (
    <section className="portal-promo" id="portal" aria-labelledby="portal-title">
      <div className="wrap">
        <div>
          <h2 id="portal-title">Client portal</h2>
          <p>New clients: Use your SSN and create a 4-digit PIN</p>
        </div>
        <p className="button-row">
          <a className="button secondary" href={loginHref}>
            Client Login
          </a>
          <a className="button secondary" href={registerHref}>
            Register Now
          </a>
        </p>
      </div>
    </section>
  );
}
