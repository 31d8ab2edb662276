import { type IntakeForm, intakeFormOf } from '#web/app/public/intake/intake-forms.ts';
import wizardStyles from '#web/app/ui/forms/wizard.css?url';
import { Confirmation } from './confirmation.tsx';
import type { Sent } from './sent.server.ts';

/** A page that repeats a confirmation shows a reference and answers, so no cache may keep it. */
export const noStore = { 'cache-control': 'private, no-store' };

/**
 * The confirmation of a form on the page that comes next. It is the target of `#sent`, so that the browser scrolls to
 * it and focuses it without script.
 */
export function JustSent({ form: name, sent }: { form: IntakeForm['name']; sent: Sent }) {
  const form = intakeFormOf(name);
  return (
    <>
      {/* Only this visitor needs the styles of forms here. */}
      <link rel="stylesheet" href={wizardStyles} precedence="default" />
      <section id="sent" tabIndex={-1} aria-label="What you sent" className="wrap step sent just-sent">
        <Confirmation form={form} sent={sent} level="h2" />
      </section>
    </>
  );
}
