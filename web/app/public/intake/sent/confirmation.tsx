import { longDate } from '@claimdesk/forms/calendar';
import type { IntakeForm } from '#web/app/public/intake/intake-forms.ts';
import { Notices } from '#web/app/public/intake/notices.tsx';
import { urgentDays } from '#web/app/ui/components/answer.ts';
import { CallUsParagraph } from '#web/app/ui/components/call-us.tsx';
import { PhoneLink } from '#web/app/ui/components/phone-link.tsx';
import { Reference } from '#web/app/ui/components/reference.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { appealDeadlineHref, onlineAppealHref } from '#web/app/ui/pages/navigation.ts';
import type { Sent } from './sent.server.ts';
import { SubmissionCopy } from './submission-copy.tsx';

/**
 * The whole confirmation of a form, the same on the form's own page and on the next page.
 *
 * @param Heading the title's level: it is the page's own on one and a part's on the other.
 * @param copyButton copies the reference, on one of the two pages only.
 * @param children shown after the reference, on the same page.
 * @param actions links and buttons at the end.
 */
export function Confirmation({
  form,
  sent: { reference, title, text, copy, notices, referral, appealBy, isRepresented },
  level: Heading,
  copyButton,
  children,
  actions,
}: {
  form: IntakeForm;
  sent: Sent;
  level: 'h1' | 'h2';
  copyButton?: React.ReactNode;
  children?: React.ReactNode;
  actions?: React.ReactNode;
}) {
  const firm = useLayoutData();
  const Subheading = Heading === 'h1' ? 'h2' : 'h3';
  const { sent } = form;
  return (
    <>
      <div className="notice success">
        <Heading>{title}</Heading>
        <p>{text}</p>
        {sent.callsBack && firm?.hours.callTime ? (
          <p>
            Someone will call you during our office hours: {firm.hours.callTime}, Eastern time. Not sure that
            it is us? Hang up, and call us at <PhoneLink firm={firm} end="." />
          </p>
        ) : null}
      </div>
      <div className="prose">
        {sent.notYet ? (
          <div className="not-yet">
            {isRepresented ? null : (
              <p>
                <strong>{(appealBy && appealBy.daysLeft < 0 && sent.notYetLate) || sent.notYet}</strong>
              </p>
            )}
            {appealBy ? (
              <AppealBy appealBy={appealBy} />
            ) : (
              <p>
                Do you have a denial letter? <a href={appealDeadlineHref}>Find your appeal deadline</a>
              </p>
            )}
          </div>
        ) : null}
        <p>
          Your reference
          <Reference text={reference}>{copyButton}</Reference>
        </p>
        <p>Keep it, and have it ready when you talk to us.</p>
        {referral ? (
          <p>
            You asked about <strong>{referral}</strong>.
          </p>
        ) : null}
        <Notices notices={notices} isRepresented={isRepresented} />
        {children}
        {copy ? (
          <SubmissionCopy form={form} sections={copy} level={Subheading} />
        ) : (
          <p>Your copy was here for one hour. Do you need one now? Call us. It is free.</p>
        )}
      </div>
      <section className="prose what-next" aria-labelledby="what-next">
        <Subheading id="what-next">What happens next</Subheading>
        <ol>
          {sent.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <CallUsParagraph hours>{sent.impatient} Call</CallUsParagraph>
        {actions}
      </section>
    </>
  );
}

/** The last day to appeal. If it is near, the visitor must not wait for us. */
function AppealBy({ appealBy: { day, daysLeft } }: { appealBy: NonNullable<Sent['appealBy']> }) {
  const online = <a href={onlineAppealHref}>Appeal online</a>;
  return (
    <>
      <p>
        Your last day to appeal {daysLeft < 0 ? 'was' : 'is'} <strong>{longDate(day)}</strong>.
      </p>
      {daysLeft < 0 ? (
        <p>You may still be able to appeal. {online} now, with a note that says why it is late.</p>
      ) : null}
      {daysLeft >= 0 && daysLeft < urgentDays ? (
        <p>
          <strong>Appeal now. Do not wait for our call.</strong> {online} on the website of Social Security.
        </p>
      ) : null}
    </>
  );
}
