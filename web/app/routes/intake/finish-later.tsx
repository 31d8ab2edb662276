import { useEffect, useRef, useState } from 'react';
import { data, Form, useNavigation } from 'react-router';
import { siteContext } from '../../context.ts';
import { ErrorSummary, type Problem } from '../../forms/error-summary.tsx';
import { describedBy, errorId, hintId } from '../../forms/field-ids.ts';
import { ErrorToasts } from '../../forms/toasts.tsx';
import type { Handle } from '../../hydration.ts';
import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/finish-later';
import { deletePath, finishLaterPath, resumePath } from './addresses.ts';
import '../../styles/wizard.css';
import { formAt } from './intake-forms.ts';
import { offlineWords } from './outcome.ts';
import { refusalOf } from './refusal.server.ts';
import { useIntakeForm } from './use-intake-form.ts';

export const handle: Handle = { hydrate: true };

type Outcome = { kind: 'mailed'; email: string } | ({ kind: 'problems'; email: string } & Problem);

export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const form = formAt(url.pathname);
  const page = await answerOf(api.intake.open({ form: form.name }));
  return page.kind === 'step' ? { token: page.token, keptDays: page.keptDays } : { token: '', keptDays: 0 };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { api } = context.get(siteContext);
  const form = formAt(url.pathname);
  const posted = await request.formData();
  const [email, token] = [String(posted.get('email') ?? '').trim(), String(posted.get('_token') ?? '')];
  const refused = await api.intake
    .finishLater({ form: form.name, token, email, path: resumePath(form) })
    .then(() => null)
    .catch(refusalOf);
  if (refused) return data<Outcome>({ kind: 'problems', email, ...refused }, { status: refused.status });
  return data<Outcome>({ kind: 'mailed', email });
}

/** What can't be sent is said on the page, which keeps the address that was typed. */
export async function clientAction({ serverAction, request }: Route.ClientActionArgs): Promise<Outcome> {
  const email = String((await request.clone().formData()).get('email') ?? '');
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { kind: 'problems', email, ...offlineWords, errors: {} };
  }
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const form = formAt(location.pathname);
  return pageMeta(matches, {
    title: `Finish later - ${form.title}`,
    description: `Get a link by email to finish your ${form.longNoun} later.`,
    path: finishLaterPath(form),
    hidden: true,
  }).filter((tag) => !('title' in tag));
};

export default function FinishLater({ loaderData, actionData }: Route.ComponentProps) {
  const { token, keptDays } = loaderData;
  if (actionData?.kind === 'mailed') return <Mailed email={actionData.email} days={keptDays} />;
  return <AskForEmail token={token} days={keptDays} problem={actionData ?? null} />;
}

function AskForEmail({
  token,
  days,
  problem,
}: {
  token: string;
  days: number;
  problem: Extract<Outcome, { kind: 'problems' }> | null;
}) {
  const form = useIntakeForm();
  const busy = useNavigation().state !== 'idle';
  const [typed] = useState(problem?.email ?? '');
  const wrong = problem?.errors.email;
  return (
    <div className="wrap step">
      <PageTitle title="Finish later" wrong={problem !== null} />
      <ErrorToasts toast={problem} />
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => field} /> : null}
      <a className="back" href={form.startPath}>
        Back to my {form.noun}
      </a>
      <h1>Finish later</h1>
      <p>
        The answers you have given so far are saved. We can email you a link to go on with them, on this or
        any other device.
      </p>
      <Form method="post" className="form" noValidate onSubmit={(event) => busy && event.preventDefault()}>
        <input type="hidden" name="_token" value={token} />
        <div className={wrong ? 'field has-error' : 'field'}>
          <label htmlFor="email">Email address</label>
          <p className="hint" id={hintId('email')}>
            We use it only to send you this link. The link works for {days} days.
          </p>
          {wrong ? (
            <p className="field-error" id={errorId('email')}>
              <span className="visually-hidden">Error: </span>
              {wrong}
            </p>
          ) : null}
          <input
            id="email"
            name="email"
            type="email"
            inputMode="email"
            className="input width-20"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed}
            aria-required
            aria-describedby={describedBy('email', { hint: true, error: Boolean(wrong) })}
            aria-invalid={wrong ? true : undefined}
          />
        </div>
        <button type="submit" className="button" aria-disabled={busy || undefined}>
          Email me the link
        </button>
        <span className="sending" role="status">
          {busy ? 'Sending…' : ''}
        </span>
      </Form>
      <DeleteLink />
    </div>
  );
}

function Mailed({ email, days }: { email: string; days: number }) {
  const form = useIntakeForm();
  const firm = useLayoutData();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="wrap step">
      <PageTitle title="Look in your mail" wrong={false} />
      <div className="notice success">
        <h1 ref={heading} tabIndex={-1}>
          Look in your mail
        </h1>
        <p>
          We sent a link to <strong>{email}</strong>. Open it to go on with your {form.noun}. It works for{' '}
          {days} days.
        </p>
      </div>
      <p>
        Nothing there after a few minutes? Look in the spam folder
        {firm ? (
          <>
            , or call us at <a href={firm.phoneHref}>{firm.phone}</a>
          </>
        ) : null}
        .
      </p>
      <p>Anyone who has the link can see your answers, so please do not forward it.</p>
      <p className="button-row">
        <a className="button" href="/">
          Return to Home
        </a>
        <a className="button secondary" href={form.startPath}>
          Go on now
        </a>
      </p>
      <DeleteLink />
    </div>
  );
}

function DeleteLink() {
  const form = useIntakeForm();
  return (
    <p className="shared-device">
      Do you use this device with other people? <a href={deletePath(form)}>Delete my saved answers</a>
    </p>
  );
}

function PageTitle({ title, wrong }: { title: string; wrong: boolean }) {
  const firm = useLayoutData();
  const form = useIntakeForm();
  const parts = [title, form.title, firm?.firmName].filter(Boolean);
  return <title>{`${wrong ? 'Error: ' : ''}${parts.join(' - ')}`}</title>;
}
