import { data } from 'react-router';
import { noCopyPath } from '#web/app/public/intake/addresses.ts';
import { formAt } from '#web/app/public/intake/intake-forms.ts';
import { useIntakeForm } from '#web/app/public/intake/use-intake-form.ts';
import { CallUsParagraph } from '#web/app/ui/components/call-us.tsx';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/no-copy';

/** Shown instead of the download when there is no copy: the hour is up, or the form was sent from another browser. */
export function loader({ url }: Route.LoaderArgs) {
  const wait = url.searchParams.has('wait');
  return data({ wait }, { status: wait ? 429 : 404 });
}

export function headers() {
  return { 'cache-control': 'no-store' };
}

const titleOf = (wait: boolean) => (wait ? 'Please wait a while' : 'This copy is no longer available');

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const form = formAt(location.pathname);
  const { wait = false } = (loaderData as { wait: boolean } | undefined) ?? {};
  return pageMeta(matches, {
    title: titleOf(wait),
    description: `Other ways to get a copy of your ${form.fullName}.`,
    path: noCopyPath(form),
    hidden: true,
  });
};

export default function NoCopy({ loaderData: { wait } }: Route.ComponentProps) {
  const { sent } = useIntakeForm();
  return (
    <div className="wrap page prose">
      <h1>{titleOf(wait)}</h1>
      <p>
        {wait
          ? 'Many copies were asked for in the last minutes. Please try again in 10 minutes.'
          : 'You can get your copy for one hour after you send a form, in the browser that you sent it with.'}
      </p>
      {sent.copy.elsewhere ? <p>{sent.copy.elsewhere}</p> : null}
      <CallUsParagraph more="We send you one. It is free.">Do you need a copy? Call</CallUsParagraph>
      <p className="button-row">
        <a className="button" href="/">
          Return to Home
        </a>
      </p>
    </div>
  );
}
