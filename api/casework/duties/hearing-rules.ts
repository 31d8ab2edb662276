import { after, before, beginning, type DateRule, onAppointment } from './date-rule.ts';

/** Business days before a hearing came with 81 FR 90987; nobody had to comply before this day. */
const uniformity = '2017-05-01';

/** The last days by which a place, time or manner may be refused came with 79 FR 35926. */
const objections = '2014-07-25';

const notices = ['hearing notice', 'amended notice'] as const;
const acknowledgment = '20 CFR 404.938(c), 416.1438(c); the 7 days are practice of the firm';

/** What a notice of hearing and the hearing that it sets ask for. */
export const hearingRules: readonly DateRule[] = [
  {
    id: 'hearing-notice/check',
    when: { kinds: notices },
    title: 'Check that the notice leaves at least 20 days',
    counts: [after(7, 'receipt')],
    hard: false,
    noticeDays: 20,
    source: '20 CFR 404.938(a), 416.1438(a) as before 81 FR 90987',
    from: beginning,
    until: '2017-04-30',
  },
  {
    id: 'hearing-notice/check',
    when: { kinds: ['hearing notice'] },
    title: 'Check that the notice leaves at least 75 days',
    counts: [after(7, 'receipt')],
    hard: false,
    noticeDays: 75,
    source: '20 CFR 404.938(a), 416.1438(a)',
    from: uniformity,
  },
  {
    // 84 FR 69298. What an amended notice had to leave between the two rules is not known here.
    id: 'hearing-notice/check',
    when: { kinds: ['amended notice'] },
    title:
      'Check that the amended notice leaves at least 20 days, and its day at least 75 after the first notice',
    counts: [after(7, 'receipt')],
    hard: false,
    noticeDays: 20,
    source: '20 CFR 404.938(a), 416.1438(a)',
    from: '2020-01-17',
  },
  {
    id: 'hearing-notice/acknowledge',
    when: { kinds: notices },
    title: 'Acknowledge the notice of hearing',
    counts: [after(7, 'receipt')],
    hard: false,
    source: acknowledgment,
    from: beginning,
  },
  {
    id: 'hearing-objections/time-place',
    when: { kinds: notices },
    title: 'Object to the time or place of the hearing, if they do not suit',
    counts: [after(30, 'receipt'), before(5)],
    hard: true,
    source: '20 CFR 404.936, 416.1436',
    from: objections,
  },
  {
    id: 'hearing-objections/manner',
    when: { kinds: notices },
    title: 'Object to the manner of appearing, if it does not suit',
    counts: [after(30, 'receipt')],
    hard: true,
    source: '20 CFR 404.936, 416.1436',
    from: objections,
  },
  {
    id: 'hearing-evidence/submit',
    when: { kinds: notices },
    title: 'Send all evidence, or name in writing what is still missing',
    counts: [before(5, 'business days')],
    hard: true,
    source: '20 CFR 404.935(a), 416.1435(a)',
    from: uniformity,
  },
  {
    id: 'hearing-evidence/ask-30',
    when: { kinds: notices },
    title: 'Ask which providers have not answered yet: 30 days before the hearing',
    counts: [before(30)],
    hard: false,
    source: 'Practice of the firm, for 20 CFR 404.935(a), 416.1435(a)',
    from: uniformity,
  },
  {
    id: 'hearing-evidence/ask-15',
    when: { kinds: notices },
    title: 'Ask which providers have not answered yet: 15 days before the hearing',
    counts: [before(15)],
    hard: false,
    source: 'Practice of the firm, for 20 CFR 404.935(a), 416.1435(a)',
    from: uniformity,
  },
  {
    id: 'hearing-papers/issues',
    when: { kinds: notices },
    title: 'Object to the issues in writing, if any are wrong',
    counts: [before(5, 'business days')],
    hard: true,
    source: '20 CFR 404.939, 416.1439',
    from: uniformity,
  },
  {
    id: 'hearing-papers/brief',
    when: { kinds: notices },
    title: 'Send the brief',
    counts: [before(5, 'business days')],
    hard: true,
    source: '20 CFR 404.949, 416.1449',
    from: uniformity,
  },
  {
    id: 'hearing-papers/subpoena',
    when: { kinds: notices },
    title: 'Ask for subpoenas, if any are needed',
    counts: [before(5)],
    hard: true,
    source: '20 CFR 404.950(d)(2), 416.1450(d)(2) as before 81 FR 90987',
    from: beginning,
    until: '2017-04-30',
  },
  {
    id: 'hearing-papers/subpoena',
    when: { kinds: notices },
    title: 'Ask for subpoenas, if any are needed',
    counts: [before(10, 'business days')],
    hard: true,
    source: '20 CFR 404.950(d)(2), 416.1450(d)(2)',
    from: uniformity,
  },
  {
    id: 'hearing-set/attend',
    when: { kinds: notices },
    title: 'Be at the hearing with the client',
    counts: [onAppointment],
    hard: false,
    source: '20 CFR 404.950(a), 404.957(b)(1), 416.1450(a), 416.1457(b)(1)',
    from: beginning,
  },
];
