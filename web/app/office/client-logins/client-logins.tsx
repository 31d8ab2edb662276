import { useEffect, useMemo } from 'react';
import { data } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { clientVerbs, noticeOf, ssnVerbs } from '#web/app/office/clients/client-verbs.ts';
import { ReasonField } from '#web/app/office/clients/reason-field.tsx';
import type { NoticeName } from '#web/app/office/notices.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { LatestSuccess, useShowToast } from '#web/app/ui/components/toast.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { Field, FieldError } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import { isRefused, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/client-logins';
import { type AccessForm, clientLoginsPath, problemsOf, readAccessForm } from './access-form.ts';

const title = 'Nothing was changed';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    // The most that the form can do, so that nobody is asked to confirm after it is filled in.
    await requireFor(site, 'clients.freeSsn');
    return null;
  });
}

export function action(page: Route.ActionArgs) {
  return actForStaff(
    page,
    async (site, posted) => {
      const errors = problemsOf(readAccessForm(posted));
      if (Object.keys(errors).length > 0) return refused(400, posted, errors);
      return redirectWithNotice(site, clientLoginsPath, await change(site, readAccessForm(posted)));
    },
    (error, posted) => {
      const { status, text } = refusalOf(error);
      return refused(status, posted, { [isRefused(error, 'not-found') ? 'ssn' : 'verb']: text });
    },
  );
}

/** Returns the posted values with their errors. The SSN is never sent back to a page. */
function refused(status: number, posted: FormData, errors: Record<string, string>) {
  const { ssn: _, ...form } = readAccessForm(posted);
  return data({ form, errors }, { status });
}

async function change(
  { api: { clients } }: SiteContext,
  { verb, ssn, reason, evenConfirmed }: AccessForm,
): Promise<NoticeName> {
  if (verb === '') throw new RangeError('Nothing was chosen.');
  if (verb === 'reopen') await clients.reopen({ ssn, reason });
  if (verb === 'end-sessions') await clients.endSessions({ ssn, reason });
  if (verb === 'free-number') await clients.freeSsn({ ssn, reason, evenConfirmed });
  return noticeOf[verb];
}

export function meta() {
  return untitledMeta;
}

export default function ClientLogins({ actionData }: Route.ComponentProps) {
  const problem = useMemo(() => actionData && { title, text: '', errors: actionData.errors }, [actionData]);
  const showToast = useShowToast();
  useEffect(() => {
    if (problem) showToast({ kind: 'error', title, text: Object.values(problem.errors).join('. ') });
  }, [problem, showToast]);
  return (
    <>
      <title>{`${problem ? 'Error: ' : ''}Client logins | Back office`}</title>
      <BackToDashboard />
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => field} /> : null}
      <h1>Client logins</h1>
      {problem ? null : <LatestSuccess />}
      <p className="prose">
        For callers who cannot log in to the client portal. First verify the caller: ask for the name, the
        date of birth and facts of the claim that only the client knows. Never ask for the PIN. What you do
        here is recorded with your account. Everything else, such as a code that confirms an account or a new
        PIN, is on the client’s own page, which the dashboard leads to.
      </p>
      <AccessFields form={actionData?.form} errors={actionData?.errors ?? {}} />
    </>
  );
}

interface AccessFieldsProps {
  /** As it was posted, without the SSN, which has to be typed again. */
  form: Omit<AccessForm, 'ssn'> | undefined;
  errors: Record<string, string>;
}

/** Posts natively with and without script; the reloaded page shows the change. */
function AccessFields({ form, errors }: AccessFieldsProps) {
  return (
    <StaffForm className="form" noValidate>
      <Field
        id="ssn"
        label="Social Security number"
        hint={form ? 'Type it again: to keep it safe, this page does not keep it.' : undefined}
        error={errors.ssn}
      >
        <input
          className="input width-10"
          id="ssn"
          name="ssn"
          type="text"
          inputMode="numeric"
          maxLength={11}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={errors.ssn ? true : undefined}
          aria-describedby={describedBy('ssn', { hint: form !== undefined, error: Boolean(errors.ssn) })}
        />
      </Field>
      <ReasonField
        label={clientVerbs.reopen.reason}
        hint="For example: called from the phone number in the contract, and knew the date of the hearing."
        error={errors.reason}
        value={form?.reason}
      />
      <fieldset className={errors.verb ? 'choice-group has-error' : 'choice-group'} id="verb" tabIndex={-1}>
        <legend>What to do</legend>
        <FieldError fieldId="verb" text={errors.verb} />
        <div className="tiles">
          {ssnVerbs.map((verb) => (
            <label className="tile" key={verb}>
              <input type="radio" name="verb" value={verb} defaultChecked={form?.verb === verb} />
              <span>
                {clientVerbs[verb].label}
                <span className="hint"> {clientVerbs[verb].hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <label className="check" htmlFor="even-confirmed">
        <input
          type="checkbox"
          id="even-confirmed"
          name="even-confirmed"
          defaultChecked={form?.evenConfirmed}
        />
        <span>Free the number even if the account is confirmed</span>
      </label>
      <button type="submit" className="button">
        Save
      </button>
    </StaffForm>
  );
}
