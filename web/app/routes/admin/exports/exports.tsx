import { useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { useShowToast } from '../../../components/toast.tsx';
import { ErrorSummary } from '../../../forms/error-summary.tsx';
import { backOfficeMeta } from '../back-office-meta.ts';
import { forStaff } from '../for-staff.server.ts';
import { firstPage } from '../login/next-path.ts';
import { PasswordField } from '../login/password-field.tsx';
import { lastDays } from '../submissions/eastern-time.ts';
import type { Route } from './+types/exports';
import { ChoiceField, DayField } from './fields.tsx';
import { isProblem, problems } from './problems.ts';
import { formats, kinds, readWanted } from './wanted.ts';

const defaultDays = 30;
const title = 'No file was made';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => {
    await api.staff.me();
    const { searchParams } = new URL(page.request.url);
    const name = searchParams.get('problem');
    const problem = isProblem(name) ? problems[name] : null;
    const { from, to } = lastDays(defaultDays, new Date());
    return { problem, wanted: { ...readWanted(searchParams), ...(problem ? {} : { from, to }) } };
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return backOfficeMeta(`${loaderData?.problem ? 'Error: ' : ''}Exports`);
}

/** Posts natively with and without script: the answer is a file, and the page stays. */
export default function Exports({ loaderData: { problem, wanted } }: Route.ComponentProps) {
  const summary = useMemo(
    () => problem && { title, text: '', errors: { [problem.field]: problem.text } },
    [problem],
  );
  const showToast = useShowToast();
  useEffect(() => {
    if (problem) showToast({ kind: 'error', title, text: problem.text });
  }, [problem, showToast]);
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <>
      <p>
        <Link to={firstPage}>Back to Dashboard</Link>
      </p>
      {summary ? <ErrorSummary problem={summary} targetOf={(field) => field} /> : null}
      <h1>Exports</h1>
      <p className="prose">
        Download what people sent as one file. It holds names, addresses and answers in the clear: keep it in
        a safe place, and delete it when you are done. Every export is recorded with your account.
      </p>
      <form className="form export" method="post" action="/admin/exports/file" noValidate>
        <ChoiceField name="kind" legend="What to export" options={kinds} chosen={wanted.kind} />
        <ChoiceField name="format" legend="Kind of file" options={formats} chosen={wanted.format} />
        <DayField name="from" label="First day" value={wanted.from} error={errorOf('from')} />
        <DayField name="to" label="Last day" value={wanted.to} error={errorOf('to')} />
        <PasswordField id="password" label="Your password, once more" error={errorOf('password')} />
        <button type="submit" className="button">
          Download
        </button>
      </form>
    </>
  );
}
