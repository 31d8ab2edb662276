import { decodeStep } from '@claimdesk/forms/decode';
import { getForm } from '@claimdesk/forms/registry';
import { data, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { forClient, leaveClientNotice } from '#web/app/portal/client-request.server.ts';
import { ConfirmFirst } from '#web/app/portal/confirm-first.tsx';
import { claimPath, letterPath } from '#web/app/portal/portal.ts';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { PlainFields, plainFieldId, questionsOf } from '#web/app/ui/forms/plain-fields.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import { readFormRefusal } from '#web/app/ui/pages/procedure-errors.server.ts';
import { isSignedOut } from '#web/app/ui/session/for-signed-in.server.ts';
import type { Route } from './+types/letter';

const title = 'A letter from Social Security';
const form = 'client-letter';

export const meta: Route.MetaFunction = ({ matches }) =>
  untitledPageMeta(matches, {
    title,
    description: 'The portal for clients.',
    path: letterPath,
    hidden: true,
  });

export function loader(page: Route.LoaderArgs) {
  return forClient(page, async ({ api }) => {
    const definition = getForm(form);
    return {
      isConfirmed: (await api.clients.me()).confirmBy === null,
      questions: questionsOf(definition),
      submitLabel: definition.ui.submit.label,
    };
  });
}

/** Posts natively, with and without script. */
export function action(page: Route.ActionArgs) {
  return forClient(page, async ({ api }) => {
    const posted = await page.request.formData();
    const { answers } = decodeStep(getForm(form), 'letter', [...posted]);
    try {
      await api.claims.enterLetter({ answers });
    } catch (error) {
      const refusal = isSignedOut(error) ? null : readFormRefusal(error);
      if (!refusal) throw error;
      return data({ ...refusal, answers }, { status: refusal.status });
    }
    leaveClientNotice(page.context.get(siteContext), 'letter-told');
    throw redirect(claimPath, 303);
  });
}

/** Asks for the date of a letter, and whether it says no: the last day to appeal counts from it at once. */
export default function Letter({
  loaderData: { isConfirmed, questions, submitLabel },
  actionData: problem,
}: Route.ComponentProps) {
  const firm = useLayoutData();
  const name = [`${title}, Client Portal`, firm?.firmName].filter(Boolean).join(' | ');
  return (
    <>
      <title>{problem ? `Error: ${name}` : name}</title>
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => plainFieldId(form, field)} /> : null}
      <h1>{title}</h1>
      {isConfirmed ? (
        <>
          <p className="prose">
            Days count from the date on the letter. Tell us the date now, and you see the last day to appeal
            at once. We read the letter and check it: send it to us as a photo, too.
          </p>
          <form className="form" method="post" noValidate>
            <PlainFields
              id={form}
              questions={questions}
              values={problem?.answers ?? {}}
              errors={problem?.errors ?? {}}
            />
            <button type="submit" className="button">
              {submitLabel}
            </button>
          </form>
        </>
      ) : (
        <ConfirmFirst title="Tell us by phone until your account is confirmed">
          <p>We do not know yet that it was you who made this account. Please call us about the letter.</p>
        </ConfirmFirst>
      )}
    </>
  );
}
