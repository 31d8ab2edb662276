import type { StaffRole } from '@claimdesk/api/staff-roles';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import Calendar from './calendar.tsx';
import Matter from './matter.tsx';
import Today from './today.tsx';

type Detail = Outputs['matters']['detail'];
type Rows = Outputs['matters']['today']['now'];

const today = easternToday();
const robin = { id: 'r', name: 'Robin' };
const appeal: Detail['duties'][number] = {
  id: '0123456789abcdef01234567:initial-denial/reconsideration',
  event: '0123456789abcdef01234567',
  rule: 'initial-denial/reconsideration',
  title: 'File the request for reconsideration',
  due: today,
  hard: true,
  isAppeal: true,
  state: 'open',
  source: '20 CFR 404.909(a)(1), 416.1409(a)',
  steps: ['Dated Wednesday, September 30, 2026.'],
  owner: robin,
};
const detail: Detail = {
  number: 'M-26-0412',
  name: 'Canaria Testwright',
  dateOfBirth: '4/27/1968',
  ssn: '***-**-7391',
  address: '12 Canary Lane, Newark, NJ 07102',
  phones: ['2015550147'],
  email: '',
  person: null,
  benefits: [],
  claim: { onset: '', insuredUntil: '', office: '', version: '0' },
  protectiveFiling: null,
  level: 'initial',
  status: 'decided',
  outcome: 'unfavorable',
  owner: robin,
  openedAt: '2026-07-01T12:00:00.000Z',
  contract: { id: 'c1', reference: 'K7QH-M9XC' },
  client: null,
  others: [],
  duties: [appeal, { ...appeal, id: 'x:y', title: 'Send the papers', state: 'superseded' }],
  events: [],
  evidence: [],
  papers: null,
  calls: [],
  representation: {
    signed: '2026-07-01',
    countersigned: null,
    appointmentFiled: null,
    feeAgreementFiled: null,
    feeAgreement: null,
    feeSet: null,
    feePaid: null,
    ended: null,
    isRepresented: false,
  },
  isSample: false,
};

function matterHtml(more: Partial<Detail> = {}, role: StaffRole = 'admin'): string {
  const answers = {
    'matters.detail': { ...detail, ...more },
    'staff.owners': [robin, { id: 's', name: 'Sam' }],
    'staff.me': { id: 's', name: 'Sam' },
  };
  return renderOffice(Matter, '/admin/matters/M-26-0412', { answers, role, route: '/admin/matters/:id' });
}

describe('a matter', () => {
  test('offers to edit its person only where neither a contract nor an account says who it is', () => {
    const edits = '/admin/matters/M-26-0412/person';
    expect(matterHtml()).not.toContain(edits);
    expect(matterHtml()).toContain('What was signed stays as it is.');
    expect(matterHtml({ contract: null, client: 'c' })).not.toContain(edits);
    const person = { firstName: 'Canaria', lastName: 'Testwright', dateOfBirth: '', version: '0' };
    expect(matterHtml({ contract: null, person })).toContain(edits);
    expect(matterHtml({ contract: null, person }, 'read_only')).not.toContain(edits);
  });

  test.each([
    ['read_only', false],
    ['reviewer', true],
  ] as const)('is changed by those who may: %s', (role, may) => {
    const markup = matterHtml({}, role);
    for (const offered of ['A letter came', 'Take it', '/finish/'])
      expect([offered, markup.includes(offered)]).toEqual([offered, may]);
  });

  test('says what is open first, how its day was counted, and that a right is lost after it', () => {
    const markup = matterHtml();
    expect(markup.indexOf('File the request for reconsideration')).toBeLessThan(
      markup.indexOf('Send the papers'),
    );
    expect(markup).toContain('Last day');
    expect(markup).toContain('Dated Wednesday, September 30, 2026.');
    expect(markup).toContain('Another one took its place');
  });

  test('is called by a link, and says what is not known', () => {
    expect(matterHtml()).toContain('href="tel:+12015550147"');
    expect(matterHtml({ phones: [] })).toContain('Not known');
  });

  test('lists whose records were requested, and asks those who may enter it whether they came', () => {
    const evidence = [
      {
        ...{ id: 'e1', event: appeal.event, provider: 'Canary Clinic' },
        ...{ requested: '2026-09-01', received: null, sent: null },
      },
    ];
    expect(matterHtml({ evidence })).toContain('/records/e1/received');
    expect(matterHtml({ evidence })).toContain('File the request for reconsideration: Canary Clinic');
    const markup = matterHtml({ evidence }, 'read_only');
    expect(markup).not.toContain('/records/');
    expect(markup).toContain('Not yet');
  });

  test('says for which benefits the claim is, and which of its days are known', () => {
    const claim = { ...detail.claim, onset: '2024-03-15' };
    const markup = matterHtml({ claim, benefits: ['SSDI', 'widow(er)'] });
    expect(markup).toContain('SSDI and widow(er)’s benefits');
    expect(markup).toContain('March 15, 2024');
    expect(markup).toContain('/claim');
    expect(matterHtml({}, 'read_only')).not.toContain('/claim');
  });

  test('is deleted by administrators alone, and only without a contract and an account', () => {
    const own = { contract: null, client: null };
    expect(matterHtml(own)).toContain('/delete');
    expect(matterHtml(own, 'reviewer')).not.toContain('/delete');
    for (const kept of [{ ...own, client: 'c' }, { client: null }])
      expect(matterHtml(kept)).not.toContain('/delete');
  });

  test('lists the papers of its account with links that are on record, and says why there are none', () => {
    const paper: NonNullable<Detail['papers']>[number] = {
      id: 'd1',
      title: 'Denial letter',
      type: 'social-security-letter',
      ending: 'pdf',
      size: 9,
      who: 'Sam',
      at: '2026-09-30T12:00:00.000Z',
      fromClient: null,
    };
    expect(matterHtml({ client: 'c', papers: [paper] })).toContain('/admin/client/c/documents/d1/file');
    expect(matterHtml({ client: 'c', papers: [] })).toContain('There are none yet');
    expect(matterHtml()).toContain('no portal account is known');
  });

  test('has what came of a call in one click beside each number, which no address has', () => {
    const markup = matterHtml({ phones: ['2015550147', '2015550199'] });
    for (const result of ['Reached', 'Voicemail', 'No answer', 'Wrong number'])
      expect(markup.split(`>${result}<`)).toHaveLength(3);
    for (const position of [1, 2])
      expect(markup).toContain(`href="/admin/matters/M-26-0412/call/${position}"`);
    expect(matterHtml({}, 'read_only')).not.toContain('>Reached<');
  });

  test('has calls among what happened, in the order of time, and says once that somebody calls again', () => {
    const at = (hour: number) => `2026-07-01T${hour}:00:00.000Z`;
    const event = {
      ...({ matter: 'M-26-0412', by: 'r', who: 'Robin', source: 'staff', local: null } as const),
      ...({ isCurrent: true, isUnchecked: false, correction: null, day: '2026-07-01' } as const),
    };
    const events: Detail['events'] = [
      { ...event, id: 'e3', sequence: 3, at: at(16), kind: 'note', text: 'Prefers mornings.' },
      {
        ...{ ...event, id: 'e2', sequence: 2, at: at(15), kind: 'task', what: 'Call again' },
        ...{ dueOn: '2026-07-02', callAgain: true },
      },
      { ...event, id: 'e1', sequence: 1, at: at(12), kind: 'opened' },
    ];
    const call = { who: 'Robin', number: '2015550147' } as const;
    const calls: Detail['calls'] = [
      { ...call, id: 'c1', at: at(15), result: 'voicemail', again: '2026-07-02T14:00:00.000Z' },
      { ...call, id: 'c2', at: at(17), result: 'reached', again: null },
    ];
    const markup = matterHtml({ events, calls });
    const order = ['Call: reached', 'Prefers mornings.', 'Call: voicemail', 'Matter opened'];
    const found = order.map((words) => markup.indexOf(words));
    expect(found.every((position) => position > 0)).toBe(true);
    expect(found.toSorted((one, other) => one - other)).toEqual(found);
    expect(markup).toContain('Call again 7/2/2026, 10:00 AM');
    expect(markup).not.toContain('Something to do</strong>');
  });

  test('leads to the same client’s other matter, and lets those who may merge the account’s into the contract’s', () => {
    const merge = '/admin/matters/M-26-0001/merge/M-26-0412';
    const others = [{ number: 'M-26-0001', isOwn: true }];
    expect(matterHtml({ others })).toContain(merge);
    expect(matterHtml({ others }, 'read_only')).not.toContain(merge);
    expect(matterHtml({ others }, 'read_only')).toContain('href="/admin/matters/M-26-0001"');
    expect(matterHtml({ others: [{ number: 'M-26-0001', isOwn: false }] })).not.toContain('/merge/');
    expect(matterHtml()).not.toContain('Other matters');
  });

  test('has no name in its title', () => {
    expect(matterHtml()).toContain('<title>Matter M-26-0412 | Back office</title>');
  });

  test('says in words that papers are needed now, from the level on at which they are', () => {
    const papers = { ...appeal, urgentFrom: 'reconsideration' } as const;
    expect(matterHtml({ duties: [papers] })).not.toContain('Needed now');
    expect(matterHtml({ duties: [papers], level: 'hearing' })).toContain('Needed now');
  });
});

const none: Rows = { rows: [], count: 0, more: false };
const row: Rows['rows'][number] = {
  id: appeal.id,
  matter: 'M-26-0412',
  title: 'File the request for reconsideration',
  due: today,
  appointment: null,
  isByHand: false,
  hard: true,
  isAppeal: true,
  name: 'Canaria Testwright',
  level: 'initial',
  status: 'decided',
  outcome: 'unfavorable',
  owner: null,
  isSample: false,
};

type Waiting = Outputs['matters']['waiting'];
const nobody: Waiting = { evaluations: none, callRequests: none, documents: none } as never;
const call: Waiting['evaluations']['rows'][number] = {
  id: 'e1',
  name: 'Otis Testwright',
  phone: { text: '(201) 555-0163', href: 'tel:+12015550163' },
  callBy: { at: '2026-11-30T15:00:00.000Z', text: 'Monday, 10:00 AM', minutesLeft: 100 },
  called: null,
  owner: robin,
  isSample: false,
};

describe('today', () => {
  const html = (now: Rows, role: StaffRole = 'reviewer', waiting: Waiting | null = nobody) =>
    renderOffice(Today, '/admin/today', {
      loaded: { scope: 'all' },
      answers: {
        'matters.today': { today, overdue: none, now, soon: none },
        'matters.waiting': waiting,
      },
      role,
    });

  test('has who is to be called, by when, as a link that dials, with the way to the queue', () => {
    const evaluations = { rows: [call], count: 99, more: true };
    const markup = html(none, 'reviewer', { ...nobody, evaluations });
    expect(markup).toContain('Evaluations to call: 99+');
    expect(markup).toContain('href="/admin/case-evaluations/e1"');
    expect(markup).toMatch(/1 h 40 min left<\/time>, Monday, 10:00 AM/);
    expect(markup).toContain('href="tel:+12015550163"');
    expect(markup).toContain('href="/admin/case-evaluations?status=pending"');
  });

  test('has what came back: requests for a call, without a promised time too, and documents', () => {
    const callRequests = { rows: [{ ...call, callBy: null }], count: 1, more: false };
    const since = '2026-11-28T19:10:00.000Z';
    const documents = { rows: [{ id: 'c1', name: null, since, isSample: false }], count: 1, more: false };
    const markup = html(none, 'reviewer', { ...nobody, callRequests, documents });
    expect(markup).toContain('Replies: 2');
    expect(markup).toContain('href="/admin/call-requests/e1"');
    expect(markup).toContain('No time promised');
    expect(markup).toContain('href="/admin/client/c1"');
    expect(markup.indexOf('Due today')).toBeLessThan(markup.indexOf('Replies: 2</h2>'));
    expect(markup.indexOf('Replies: 2</h2>')).toBeLessThan(markup.indexOf('Due in the next 7 days'));
  });

  test('has what is due also where nobody could be found who waits', () => {
    const markup = html({ rows: [row], count: 1, more: false }, 'reviewer', null);
    expect(markup).toContain('Failed to load who waits');
    expect(markup).toContain('File the request for reconsideration');
  });

  test('says where nothing is due', () => {
    const markup = html(none);
    for (const words of [
      'Nothing is overdue.',
      'Nothing is due today.',
      'Nothing is due in the next 7 days.',
    ])
      expect(markup).toContain(words);
  });

  test('has each duty with its person, its claim and the button that ends it', () => {
    const markup = html({ rows: [row], count: 1, more: false });
    expect(markup).toContain('href="/admin/matters/M-26-0412"');
    expect(markup).toContain('Initial claim: denied, no appeal filed');
    expect(markup).toContain('/admin/matters/M-26-0412/finish/0123456789abcdef01234567%3A');
    expect(html({ rows: [row], count: 1, more: false }, 'read_only')).not.toContain('/finish/');
  });

  test('says how many are not shown', () => {
    expect(html({ rows: [row], count: 100, more: true })).toContain('99+ more are not shown.');
  });
});

describe('the calendar', () => {
  type Month = Outputs['matters']['calendar'];
  const atNine = {
    ...row,
    id: 'x:hearing-set/attend',
    due: '2026-12-17',
    hard: false,
    title: 'Be at the hearing with the client',
    appointment: 'Thursday, December 17, 2026 at 9:30 AM PST',
  };
  const month: Month = {
    today: '2026-11-30',
    month: '2026-12',
    previous: '2026-11',
    next: '2027-01',
    overdue: null,
    days: Array.from({ length: 31 }, (_, at) => {
      const day = `2026-12-${String(at + 1).padStart(2, '0')}`;
      const rows = day === '2026-12-17' ? [atNine] : [];
      const closed = day === '2026-12-25' ? ['Federal holiday: Christmas Day'] : [];
      return { day, closed, rows, count: rows.length };
    }),
  };
  const html = (more: Partial<Month> = {}, scope: 'mine' | 'all' = 'all') =>
    renderOffice(Calendar, '/admin/calendar?month=2026-12', {
      loaded: { asked: { scope, month: '2026-12' } },
      answers: { 'matters.calendar': { ...month, ...more } },
    });

  test('says where nothing is due', () => {
    const days = month.days.map((day) => ({ ...day, rows: [], count: 0, closed: [] }));
    expect(html({ days })).toContain('Nothing is due in this month.');
    const now = html({ days, today: '2026-12-31', overdue: none });
    expect(now).toContain('Nothing is overdue.');
    expect(now).toContain('Nothing else is due this month.');
  });

  test('has a table with a heading for each weekday, whose first day stands under its own', () => {
    const markup = html();
    for (const weekday of ['Sunday', 'Monday', 'Saturday'])
      expect(markup).toContain(`<th scope="col" abbr="${weekday}">`);
    // December 2026 begins on a Tuesday, and ends on a Thursday.
    expect(markup).toMatch(/<tbody><tr><td><\/td><td><\/td><td><p class="day"><time dateTime="2026-12-01">/);
    expect(markup).toMatch(
      /<time dateTime="2026-12-31">31<\/time><\/p><ul><\/ul><\/td><td><\/td><td><\/td><\/tr><\/tbody>/,
    );
    expect(markup.split('<tr>').length - 1).toBe(6);
  });

  test('leads from each entry to its matter, with the time and the zone of an appointment', () => {
    const markup = html();
    expect(markup.split('href="/admin/matters/M-26-0412"').length - 1).toBe(2);
    expect(markup).toContain('9:30 AM PST: Be at the hearing with the client');
    expect(markup).toMatch(
      /href="#day-2026-12-17">1<span class="unit"> due<\/span><span class="visually-hidden"> on Thursday, December 17/,
    );
    expect(markup).toContain('id="day-2026-12-17"');
  });

  test('lists what is overdue first, and each day of it once', () => {
    const late = { ...row, due: '2026-12-01' };
    const days = month.days.map((day) => (day.day === late.due ? { ...day, rows: [late], count: 1 } : day));
    const overdue = { rows: [late], count: 1, more: false };
    const markup = html({ days, overdue, today: '2026-12-02' });
    expect(markup.indexOf('Overdue: 1')).toBeLessThan(markup.indexOf('id="day-2026-12-17"'));
    expect(markup).not.toContain('id="day-2026-12-01"');
    expect(markup).toContain('href="#overdue"');
    expect(markup).toContain('<span class="visually-hidden">, late</span>');
  });

  test('shows days on which Social Security is closed, and how many of a day are not shown', () => {
    expect(html().split('Federal holiday: Christmas Day').length - 1).toBe(2);
    const days = month.days.map((day) => (day.rows.length > 0 ? { ...day, count: 14 } : day));
    expect(html({ days })).toContain('13 more of this day are not shown.');
  });

  test('keeps whose it is from month to month', () => {
    const markup = html({}, 'mine');
    expect(markup).toContain('href="/admin/calendar?month=2026-11&amp;whose=mine"');
    expect(markup).toContain('href="/admin/calendar?month=2026-12"');
  });
});
