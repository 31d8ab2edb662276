import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import type { Route } from './+types/start';
import { agreementPath, startPath } from './addresses.ts';
import '../../styles/contract.css';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Sign your service contract',
    description:
      'Ask us to act for you in your Social Security disability claim. No fee unless you win, no costs, and you may end the contract at any time. Sign in about 10 minutes.',
    path: startPath,
  });

/** SPEC section 2: a pitch first, then the agreement. */
export default function Start() {
  const firm = useLayoutData();
  return (
    <div className="wrap page prose contract-start">
      <h1>Let us act for you</h1>
      <p className="lead">
        With this contract you ask us to handle your Social Security disability claim. You rest and see your
        doctors. We take care of the forms, the letters and the hearing.
      </p>
      <ul className="promises">
        <li>
          <strong>No fee unless you win.</strong> If you do not win, you pay us nothing.
        </li>
        <li>
          <strong>No costs.</strong> We pay for your records and for the postage.
        </li>
        <li>
          <strong>You stay free.</strong> You may end the contract at any time, for any reason.
        </li>
        <li>
          <strong>Social Security looks at our fee.</strong> It must approve it before we may take it.
        </li>
      </ul>
      <h2>What you need</h2>
      <ul>
        <li>About 10 minutes. What you type is saved as you go, so you can finish later.</li>
        <li>Your date of birth and your Social Security number. We keep both encrypted.</li>
        <li>An email address, to send you your signed copy.</li>
      </ul>
      <p className="button-row">
        <a className="button" href={agreementPath}>
          Continue to Sign Contract
        </a>
      </p>
      {firm ? (
        <p>
          Would you rather sign on paper, or ask something first? Call{' '}
          <a href={firm.phoneHref}>{firm.phone}</a>. {firm.hours.label}. Are you under 18? A parent or
          guardian can call us.
        </p>
      ) : null}
    </div>
  );
}
