import { expect, it } from 'vitest';
import type { CaseFacts } from '#api/casework/duties/case-event.ts';
import { correction, event } from '#api/casework/duties/fixtures/matter.ts';
import { representationOf } from './representation.ts';

const facts = (...entered: CaseFacts[]) => entered.map((each, at) => event(`E${at}`, each));
const signed: CaseFacts = { kind: 'contract signed', day: '2026-09-01' };
const filed: CaseFacts = { kind: 'appointment filed', day: '2026-09-09' };

it('a signed contract, and a countersigned one, represent nobody before the SSA-1696 is filed', () => {
  const countersigned: CaseFacts = { kind: 'contract countersigned', day: '2026-09-02' };
  expect(representationOf(facts(signed, countersigned))).toMatchObject({
    signed: '2026-09-01',
    countersigned: '2026-09-02',
    appointmentFiled: null,
    isRepresented: false,
  });
  expect(representationOf(facts(signed, filed)).isRepresented).toBe(true);
});

it('a filing that never happened represents nobody, and neither does one that was ended since', () => {
  expect(representationOf([...facts(signed, filed), correction('C', 'E1', null)]).isRepresented).toBe(false);
  const ending: CaseFacts = { kind: 'representation ending', day: '2026-10-01', hearingSet: false };
  expect(representationOf(facts(signed, filed, ending))).toMatchObject({
    ended: '2026-10-01',
    isRepresented: false,
  });
});

it('the fee follows from what the decision says of the agreement, the letter that sets it, and the payment', () => {
  const won: CaseFacts = {
    ...{ kind: 'decision', level: 'hearing', outcome: 'favorable', day: '2026-10-01' },
    feeAgreement: 'approved',
  };
  const set: CaseFacts = { kind: 'fee notice', day: '2026-11-01' };
  const paid: CaseFacts = { kind: 'fee paid', day: '2026-11-20' };
  expect(representationOf(facts(won, set, paid))).toMatchObject({
    feeAgreement: 'approved',
    feeSet: '2026-11-01',
    feePaid: '2026-11-20',
  });
});
