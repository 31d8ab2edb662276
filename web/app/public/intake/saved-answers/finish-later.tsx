import { data } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { finishLaterPath } from '#web/app/public/intake/addresses.ts';
import { formAt } from '#web/app/public/intake/intake-forms.ts';
import { Island } from '#web/app/ui/islands/island.tsx';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/finish-later';
import '#web/app/ui/forms/wizard.css';
import { finishLater, openLater } from './finish-later.server.ts';
import { SaveAndExit } from './save-and-exit.tsx';

export const handle: Handle = { hydrate: ['save-and-exit'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  return { page: await openLater(context.get(siteContext), formAt(url.pathname)) };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const later = await finishLater(context.get(siteContext), formAt(url.pathname), await request.formData());
  return data(later, { status: later.kind === 'problems' ? later.status : 200 });
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const form = formAt(location.pathname);
  return untitledPageMeta(matches, {
    title: `Save and exit - ${form.title}`,
    description: `Get a link by email, or a code, to finish your ${form.fullName} later.`,
    path: finishLaterPath(form),
    hidden: true,
  });
};

export default function FinishLater({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return (
    <Island name="save-and-exit">
      <SaveAndExit page={page} outcome={actionData} />
    </Island>
  );
}
