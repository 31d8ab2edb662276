import { defaultStatuses } from '@claimdesk/forms/define-intake';
import { lastEasternDays } from '@claimdesk/forms/eastern-time';
import { useEffect, useMemo } from 'react';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { Choice } from '#web/app/office/lists/list-tools.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { forStaff, requireFor } from '#web/app/office/staff-request.server.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import type { Route } from './+types/exports';
import { formats, pagePath, readChoice } from './choice.ts';
import { ChoiceField, DayField } from './fields.tsx';
import { isProblem, problems } from './problems.ts';

const defaultDays = 30;
const title = 'No file was made';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, 'exports.make');
    const kinds = await site.api.exports.kinds();
    const { searchParams } = page.url;
    const name = searchParams.get('problem');
    const problem = isProblem(name) ? problems[name] : null;
    const choice = readChoice(searchParams, kinds);
    const days = lastEasternDays(defaultDays, new Date());
    if (problem) return { kinds, problem, choice };
    return {
      kinds,
      problem,
      choice: { ...choice, from: choice.from || days.from, to: choice.to || days.to },
    };
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return backOfficeMeta(`${loaderData?.problem ? 'Error: ' : ''}Exports`);
}

/** Posts natively with and without script: the response is a file, and the page stays. */
export default function Exports({ loaderData: { kinds, problem, choice } }: Route.ComponentProps) {
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
      <BackToDashboard />
      {summary ? <ErrorSummary problem={summary} targetOf={(field) => field} /> : null}
      <h1>Exports</h1>
      <p className="prose">
        Download what people sent as one file. It is not encrypted and holds names, addresses and answers.
        Keep it in a safe place, and delete it when you are done. Every export is recorded with your account.
      </p>
      <StaffForm className="form export" action="/admin/exports/file" noValidate>
        <ChoiceField
          name="kind"
          legend="What to export"
          options={Object.fromEntries(kinds.map(({ name, heading }) => [name, heading]))}
          chosen={choice.kind}
        />
        <ChoiceField name="format" legend="Kind of file" options={formats} chosen={choice.format} />
        <DayField name="from" label="First day" value={choice.from} error={errorOf('from')} />
        <DayField name="to" label="Last day" value={choice.to} error={errorOf('to')} />
        <Choice
          name="status"
          label="Status of evaluations and applications"
          options={Object.entries(defaultStatuses)}
          first="Any"
          chosen={choice.status}
          error={errorOf('status')}
        />
        {choice.search ? (
          <p className="field">
            <input type="hidden" name="search" value={choice.search} />
            Only what your search of the list found. <a href={pagePath}>Export without the search</a>
          </p>
        ) : null}
        {choice.owner ? (
          <p className="field">
            <input type="hidden" name="owner" value={choice.owner} />
            Only what is yours. <a href={pagePath}>Export what others have too</a>
          </p>
        ) : null}
        <button type="submit" className="button">
          Download
        </button>
      </StaffForm>
    </>
  );
}
