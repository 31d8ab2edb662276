import { longDate } from '@claimdesk/forms/calendar';
import type { Outputs } from '#web/app/trpc.ts';

type Matter = Outputs['matters']['detail'];

const feeAgreements = { approved: 'Approved', 'not approved': 'Not approved: file a petition' } as const;
const late: readonly Matter['level'][] = ['reconsideration', 'hearing', 'council', 'court'];

/** How far the representation has come, and what of it is missing. */
export function Representation({ matter: { representation, level } }: { matter: Matter }) {
  const { signed, countersigned, appointmentFiled, feeAgreementFiled } = representation;
  const { feeAgreement, feeSet, feePaid, ended, isRepresented } = representation;
  const isNeeded = late.includes(level);
  const rows: [string, string | null, boolean][] = [
    ['Contract signed', signed, false],
    ['Countersigned', countersigned, false],
    ['SSA-1696 filed', appointmentFiled, isNeeded],
    ['Fee agreement filed', feeAgreementFiled, isNeeded],
    ['Fee set', feeSet, false],
    ['Fee paid', feePaid, false],
    ...(ended ? ([['Ended', ended, false]] as [string, string, boolean][]) : []),
  ];
  return (
    <>
      <p>
        <strong>
          {isRepresented ? 'We represent this person.' : 'We do not represent this person yet.'}
        </strong>
      </p>
      <dl className="record">
        {rows.map(([label, day, needed]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={!day && needed ? 'late-text' : undefined}>
              {day ? longDate(day) : needed ? 'Not yet: needed before a favorable decision' : 'Not yet'}
            </dd>
          </div>
        ))}
        {feeAgreement ? (
          <div>
            <dt>Fee agreement</dt>
            <dd>{feeAgreements[feeAgreement]}</dd>
          </div>
        ) : null}
      </dl>
    </>
  );
}
