import { siteContext } from '#web/app/context.ts';
import { formAt } from '#web/app/public/intake/intake-forms.ts';
import { sharedName } from '#web/app/public/intake/shared-computer.tsx';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/autosave';
import { ownNames } from './post-step.server.ts';
import { attorneyName, letterName } from './prefilled-answers.tsx';

/** Autosaves a step while the visitor fills it in; `use-autosave.ts` posts to it. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { api } = context.get(siteContext);
  const posted = await request.formData();
  const text = (name: string) => String(posted.get(name) ?? '');
  const entries = [...posted]
    .filter(([name]) => name !== '_step' && !ownNames.includes(name))
    .map(([name, value]): [string, string] => [name, String(value)]);
  const kept = await answerOf(
    api.intake.keep({
      form: formAt(url.pathname).name,
      step: text('_step'),
      token: text('_token'),
      shared: text(sharedName) === '1',
      attorney: text(attorneyName),
      letter: text(letterName),
      entries,
    }),
  );
  return Response.json({ kept }, { headers: { 'cache-control': 'no-store' } });
}
