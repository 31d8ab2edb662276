import { data } from 'react-router';
import { PhoneLink } from '../../components/phone-link.tsx';
import { siteContext } from '../../context.ts';
import { ErrorSummary, type Problem } from '../../forms/error-summary.tsx';
import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import { refusalOf } from '../intake/refusal.server.ts';
import type { Route } from './+types/verify';
import { readPosted } from './read-posted.server.ts';
import '../../styles/contract.css';
import { type Verdict, VerdictNotice } from './verdict.tsx';
import { VerifyForm } from './verify-form.tsx';

type Outcome =
  | { kind: 'verdict'; verdict: Verdict; reference: string }
  | { kind: 'problems'; problem: Problem; reference: string };

/** Checks and answers on the same page. Nothing is stored, so the form needs no token and no script. */
export async function action({ context, request }: Route.ActionArgs) {
  const posted = await readPosted(request);
  const reference = posted.question.reference ?? '';
  if (posted.problem) {
    return answer({ kind: 'problems', problem: posted.problem, reference }, 400);
  }
  try {
    const verdict = await context.get(siteContext).api.documents.verify(posted.question);
    return answer({ kind: 'verdict', verdict, reference });
  } catch (error) {
    const { status, ...problem } = refusalOf(error);
    return answer({ kind: 'problems', problem, reference }, status);
  }
}

/** The empty form is the same for everybody; what comes of a check is nobody else's business. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

function answer(outcome: Outcome, status = 200) {
  return data(outcome, { status, headers: { 'cache-control': 'no-store' } });
}

/** The title is the page's own, since it also says when there are errors. */
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Check a signed contract',
    description:
      'Check that a contract you got from us as a PDF file is the one that was signed, and that nobody changed it.',
    path: '/verify',
  }).filter((tag) => !('title' in tag));

export default function Verify({ actionData }: Route.ComponentProps) {
  const firm = useLayoutData();
  const problem = actionData?.kind === 'problems' ? actionData.problem : null;
  const title = ['Check a signed contract', firm?.firmName].filter(Boolean).join(' | ');
  return (
    <div className="wrap page prose verify">
      <title>{problem ? `Error: ${title}` : title}</title>
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => field} /> : null}
      <h1>Check a signed contract</h1>
      {actionData?.kind === 'verdict' ? (
        <VerdictNotice verdict={actionData.verdict} />
      ) : (
        <p>
          Did you get a contract from us as a PDF file? Here you can check that it is the one that was signed,
          and that nobody changed it. We do not keep the file, and we show nothing personal.
        </p>
      )}
      <VerifyForm reference={actionData?.reference ?? ''} errors={problem?.errors ?? {}} />
      {firm ? (
        <p>
          Do you need help? Call <PhoneLink firm={firm} end="." /> {firm.hours.label}.
        </p>
      ) : null}
    </div>
  );
}
