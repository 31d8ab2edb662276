import { claimSteps } from '@claimdesk/api/claim-steps';
import { longDate } from '@claimdesk/forms/calendar';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { claimPath } from '#web/app/portal/portal.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { type Claim, claimHeading, claimSentences, dayText, dayTitles, isRunning } from './claim-words.ts';
import './claim.css';

export function ClaimCard({ claim }: { claim: Outputs['claims']['mine'] }) {
  const next = 'dates' in claim ? claim.dates.find(({ state }) => state === 'open') : undefined;
  return (
    <section className="card claim-card" aria-labelledby="claim">
      <h2 id="claim">
        <Link to={claimPath}>Where is my claim</Link>
      </h2>
      {claim.state === 'unconfirmed' ? <p>You see it here once your account is confirmed.</p> : null}
      {claim.state === 'unreadable' ? <p>We can’t show it right now. Please call us.</p> : null}
      {claim.state === 'not-set' ? (
        <p>Our office has not entered anything yet. Read what usually comes first, and how long it takes.</p>
      ) : null}
      {claim.state === 'set' ? (
        <dl className="claim-facts">
          <Fact label="Now">
            <strong className="claim-step">{claimHeading(claim)}</strong>
            {isRunning(claim) && claim.since ? (
              <>
                , since <span className="nowrap">{longDate(claim.since)}</span>
              </>
            ) : null}
            <ClaimLine steps={claim.steps} />
          </Fact>
          <Fact label="What we need from you">
            {claim.needed === null ? (
              'Nothing right now'
            ) : (
              <Link to={claimPath}>Please read what we need</Link>
            )}
          </Fact>
          {next ? (
            <Fact label="Your next date">
              <strong>
                {dayTitles[next.kind]}: {dayText(next)}
              </strong>
            </Fact>
          ) : null}
          <Fact label="What comes next">
            {isRunning(claim) ? nextTitle(claim.step) : claimSentences(claim).slice(1).join(' ')}
          </Fact>
          {claim.updatedAt ? (
            <Fact label="Updated by our office">
              <time dateTime={claim.updatedAt}>{shortEasternDateTime(claim.updatedAt)}</time> Eastern time
            </Fact>
          ) : null}
        </dl>
      ) : null}
    </section>
  );
}

/** How far the claim is, to look at; the words beside it say so too. */
function ClaimLine({ steps }: { steps: Claim['steps'] }) {
  return (
    <span className="claim-line" aria-hidden="true">
      {steps.map(({ step, state }) => (
        <span key={step} className={state} />
      ))}
    </span>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** @returns what follows the step: its first sentence. */
function nextTitle(step: keyof typeof claimSteps): string {
  const [first = ''] = claimSteps[step].next.split('. ');
  return first.replace(/\.?$/, '.');
}
