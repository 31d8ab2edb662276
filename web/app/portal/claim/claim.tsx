import { claimFigures, claimStepNames, claimSteps } from '@claimdesk/api/claim-steps';
import { longDate } from '@claimdesk/forms/calendar';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { ConfirmFirst } from '#web/app/portal/confirm-first.tsx';
import { claimPath, emailsPath, letterPath, uploadsPath } from '#web/app/portal/portal.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { FigureNotices } from '#web/app/ui/components/figure-notes.tsx';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/claim';
import { ClaimDates } from './claim-dates.tsx';
import { type Claim, claimHeading, claimSentences, isRunning } from './claim-words.ts';
import './claim.css';

type Figures = Outputs['content']['figures'];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Where is my claim, Client Portal',
    description: 'The portal for clients.',
    path: claimPath,
    hidden: true,
  });

export function loader(page: Route.LoaderArgs) {
  return forClient(page, async ({ api }) => {
    const names = [...claimFigures];
    const [claim, figures] = await Promise.all([api.claims.mine(), api.content.figures({ names })]);
    return { claim, figures };
  });
}

/** The status of the client's claim, what comes next, and what it needs from the client. */
export default function ClaimPage({ loaderData: { claim, figures } }: Route.ComponentProps) {
  return (
    <>
      <h1>Where is my claim</h1>
      <LatestSuccess />
      {claim.state === 'unconfirmed' ? (
        <ConfirmFirst title="Your claim waits until your account is confirmed">
          <p>
            We do not know yet that it was you who made this account, so we do not show here where your claim
            is. Once your account is confirmed, you see it on this page.
          </p>
        </ConfirmFirst>
      ) : null}
      {claim.state === 'unreadable' ? (
        <p className="notice error">
          We can’t show your claim right now, and no day of it either. <CallUs>Please call us at</CallUs>
        </p>
      ) : null}
      {claim.state === 'not-set' ? <NotSet hasEmail={claim.hasEmail} /> : null}
      {claim.state === 'set' ? <Standing claim={claim} figures={figures} /> : null}
      {'dates' in claim ? (
        <>
          <ClaimDates dates={claim.dates} isRepresented={claim.isRepresented} />
          <p>
            <Link className="button secondary" to={letterPath}>
              A letter came? Tell us its date
            </Link>
          </p>
        </>
      ) : null}
      <section aria-labelledby="steps">
        <h2 id="steps">{claim.state === 'set' ? 'All steps' : 'What usually comes'}</h2>
        <Steps steps={claim.state === 'set' ? claim.steps : null} figures={figures} />
        <p className="claim-figures">
          Every claim is different, and not every claim goes through all steps. Times are averages or usual
          waits, as of {figures.asOf}.
        </p>
        <FigureNotices {...figures} />
      </section>
    </>
  );
}

function NotSet({ hasEmail }: { hasEmail: boolean }) {
  return (
    <section className="prose notice" aria-labelledby="not-set">
      <h2 id="not-set">We have not entered anything about your claim yet</h2>
      <p>
        You see it here as soon as our office does{hasEmail ? ', and we send you an email' : null}. Below is
        what usually comes first, and what comes later.
        <CallUs> Do you want to know now? Call us at</CallUs>
      </p>
      {hasEmail ? null : (
        <p>
          Confirm an email address on the page <Link to={emailsPath}>Email Addresses</Link>, and we write to
          you when your claim moves.
        </p>
      )}
    </section>
  );
}

function Standing({ claim, figures }: { claim: Claim; figures: Figures }) {
  const { step, since, needed, note, updatedAt } = claim;
  const running = isRunning(claim);
  return (
    <section className="card claim-now" aria-labelledby="now">
      <h2 id="now">{running ? `Now: ${claimHeading(claim)}` : claimHeading(claim)}</h2>
      {running ? (
        <p>
          {since ? (
            <>
              Since <time dateTime={since}>{longDate(since)}</time>.{' '}
            </>
          ) : null}
          {claimSteps[step].now}
        </p>
      ) : (
        <p>{claimSentences(claim).join(' ')}</p>
      )}
      {running ? (
        <>
          <h3>What comes next</h3>
          <p>{withFigures(claimSteps[step].next, figures)}</p>
          <UsualTime step={step} figures={figures} />
        </>
      ) : null}
      <h3>What we need from you</h3>
      <p className="typed">{needed ?? 'Nothing right now.'}</p>
      <p>
        <Link to={uploadsPath}>Send us papers</Link>, as a photo or a PDF.
      </p>
      {note ? (
        <>
          <h3>A note from our office</h3>
          <p className="typed">{note}</p>
        </>
      ) : null}
      {updatedAt ? (
        <p className="updated">
          Updated on <time dateTime={updatedAt}>{shortEasternDateTime(updatedAt)}</time> Eastern time by our
          office
        </p>
      ) : null}
    </section>
  );
}

/** A step that our office never entered is not called done, but it is in the past. */
const stateWords = {
  done: 'Done',
  now: 'Now',
  earlier: 'Before this step',
  'not-started': 'Not started',
} as const;

/** @param steps null before anything is set: then it says what usually happens. */
function Steps({ steps, figures }: { steps: Claim['steps'] | null; figures: Figures }) {
  const known = steps ?? claimStepNames.map((step) => ({ step, state: null, since: null }));
  return (
    <ol className="claim-steps">
      {known.map(({ step, state, since }) => (
        <li key={step} className={state ?? undefined} aria-current={state === 'now' ? 'step' : undefined}>
          <h3>
            {claimSteps[step].title}
            {state ? <span className="step-state">{stateWords[state]}</span> : null}
          </h3>
          {since ? (
            <p>
              {state === 'done' ? 'Began' : 'Since'} <time dateTime={since}>{longDate(since)}</time>
            </p>
          ) : null}
          {state === null || state === 'not-started' ? (
            <>
              <p>{claimSteps[step].now}</p>
              <UsualTime step={step} figures={figures} />
            </>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function UsualTime({ step, figures }: { step: keyof typeof claimSteps; figures: Figures }) {
  const { usually } = claimSteps[step];
  return usually ? <p>{withFigures(usually, figures)}</p> : null;
}

/** Puts the figures that editors keep into a text: `{{hearingWait}}`. */
function withFigures(text: string, { values }: Figures): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
}
