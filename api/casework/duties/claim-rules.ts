import { after, before, beginning, type DateRule, onAppointment } from './date-rule.ts';

const exam = { kinds: ['exam notice'] } as const;
const examSource = '20 CFR 404.1518, 416.918; the day is practice of the firm';
const signed = { kinds: ['contract signed'] } as const;
const signedSource =
  '20 CFR 404.1707, Act 206(a)(2)(A), POMS GN 03940.001 and .003; the day is practice of the firm';

/** Exams, forms, first contact, representation and fee. */
export const claimRules: readonly DateRule[] = [
  ...([7, 2, 1] as const).map(
    (days): DateRule => ({
      id: `exam/remind-${days}`,
      when: exam,
      title: `Remind the client of the exam: ${days === 1 ? '1 day' : `${days} days`} before it`,
      counts: [before(days)],
      hard: false,
      source: examSource,
      from: beginning,
    }),
  ),
  {
    id: 'exam/ask',
    when: exam,
    title: 'The client’s exam: ask how it went',
    counts: [onAppointment],
    hard: false,
    source: examSource,
    from: beginning,
  },
  {
    id: 'exam/missed',
    when: { kinds: ['exam missed'] },
    title: 'Tell the agency why the exam was missed',
    counts: [after(1, 'day')],
    hard: false,
    source: examSource,
    from: beginning,
  },
  {
    id: 'form-request/answer',
    when: { kinds: ['form request', 'evidence request'] },
    title: 'Send what the letter asks for',
    counts: [after(10, 'day')],
    prefersNamedDay: true,
    hard: false,
    source: 'Practice of the agency',
    from: beginning,
  },
  {
    // The law counts from the agency's notice about it, which comes later or never: the first contact is the safe day.
    id: 'first-contact/ssi',
    when: { kinds: ['first contact'], benefits: ['SSI'] },
    title: 'File the SSI application, to keep the day of the first contact',
    counts: [after(60, 'day')],
    hard: true,
    source: '20 CFR 416.345',
    from: beginning,
  },
  {
    // As above. A proposal of 2008 to make it 60 days (73 FR 76573) is not known to have become a rule.
    id: 'first-contact/ssdi',
    when: { kinds: ['first contact'], benefits: ['SSDI', 'widow(er)', 'disabled adult child'] },
    title: 'File the Social Security application, to keep the day of the first contact',
    counts: [after(6, 'day', 'months')],
    hard: true,
    source: '20 CFR 404.630',
    from: beginning,
  },
  {
    id: 'records-request/ask-again',
    when: { kinds: ['records requested'] },
    title: 'Ask again for records that have not come',
    counts: [after(30, 'day')],
    hard: false,
    source: 'Practice of the firm',
    from: beginning,
  },
  {
    id: 'contract/send',
    when: signed,
    title: 'Send the SSA-1696 and fee agreement',
    counts: [after(1, 'day')],
    hard: false,
    source: signedSource,
    from: beginning,
  },
  {
    id: 'contract/sign',
    when: signed,
    title: 'Countersign the fee agreement',
    counts: [after(7, 'day')],
    hard: false,
    source: signedSource,
    from: beginning,
  },
  {
    id: 'contract/sign-1696',
    when: signed,
    title: 'Get the SSA-1696 signed by both',
    counts: [after(7, 'day')],
    hard: false,
    source: signedSource,
    from: beginning,
  },
  {
    id: 'contract/file',
    when: signed,
    title: 'File the SSA-1696 and fee agreement',
    counts: [after(10, 'day')],
    hard: false,
    urgentFrom: 'reconsideration',
    source: signedSource,
    from: beginning,
  },
  {
    id: 'favorable/fee-letter',
    when: { kinds: ['decision'], outcomes: ['favorable', 'partly'] },
    title: 'Expect the letter that sets the fee, or ask for it',
    counts: [after(60, 'day')],
    hard: false,
    source: 'Practice of the firm',
    from: beginning,
  },
  {
    // Fee agreements are decided on since July 1, 1991: POMS GN 03940.001.
    id: 'favorable/fee-objection',
    when: { kinds: ['fee notice'] },
    title: 'Object to the amount of the fee, if it is wrong',
    counts: [after(15, 'receipt')],
    hard: true,
    source: 'Act 206(a)(3)(A)',
    from: '1991-07-01',
  },
  {
    id: 'favorable/fee-petition',
    when: { kinds: ['decision'], outcomes: ['favorable', 'partly'], feeAgreement: 'not approved' },
    title: 'File the fee petition',
    counts: [after(60, 'day')],
    hard: true,
    source: '20 CFR 404.1730(c)',
    from: beginning,
  },
  {
    // 83 FR 30849.
    id: 'hearing-set/end-reason',
    when: { kinds: ['representation ending'] },
    title: 'Write down the extraordinary reason for ending the representation',
    counts: [{ ...after(0, 'day'), closedDay: 'stays' }],
    hard: true,
    source: '20 CFR 404.1740(b)(3)(iv)',
    from: '2018-08-01',
  },
];
