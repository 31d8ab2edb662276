import { data } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { deletePath } from '#web/app/public/intake/addresses.ts';
import { formAt } from '#web/app/public/intake/intake-forms.ts';
import { forgetSent } from '#web/app/public/intake/sent/sent.server.ts';
import { useIntakeForm } from '#web/app/public/intake/use-intake-form.ts';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/delete-answers';
import '#web/app/ui/forms/wizard.css';

/** The page asks; only its button deletes. Works without script. */
export async function action({ context, url }: Route.ActionArgs) {
  const { api, cookies } = context.get(siteContext);
  const form = formAt(url.pathname);
  await answerOf(api.intake.discard({ form: form.name }));
  forgetSent({ cookies });
  // The next person cannot get back to a page with the Back button either.
  return data({ deleted: true }, { headers: { 'clear-site-data': '"cache", "storage"' } });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return { 'cache-control': 'no-store', ...Object.fromEntries(actionHeaders) };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const form = formAt(location.pathname);
  return pageMeta(matches, {
    title: `Delete my saved answers - ${form.title}`,
    description: `Delete the answers of your ${form.fullName} that are saved.`,
    path: deletePath(form),
    hidden: true,
  });
};

export default function DeleteAnswers({ actionData }: Route.ComponentProps) {
  return <div className="wrap step">{actionData?.deleted ? <Deleted /> : <ConfirmDeletion />}</div>;
}

function ConfirmDeletion() {
  const { startPath } = useIntakeForm();
  return (
    <>
      <h1>Delete my saved answers</h1>
      <p>
        This deletes every answer you have given so far. You cannot get them back. A link or a code to finish
        later stops working. What you have already sent to us stays with us.
      </p>
      <form method="post" className="button-row">
        <button type="submit" className="button danger">
          Delete my saved answers
        </button>
        <a className="button secondary" href={startPath}>
          Keep my answers
        </a>
      </form>
    </>
  );
}

function Deleted() {
  const { startPath } = useIntakeForm();
  return (
    <>
      <div className="notice success">
        <h1>Your saved answers are deleted</h1>
        <p>
          They are gone from this device and from our server. On a shared computer, close the browser now as
          well.
        </p>
      </div>
      <p className="button-row">
        <a className="button" href="/">
          Return to Home
        </a>
        <a className="button secondary" href={startPath}>
          Start again
        </a>
      </p>
    </>
  );
}
