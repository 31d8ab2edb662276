import type { StaffRole } from '@claimdesk/api/staff-roles';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import Dashboard from './dashboard.tsx';

type Loaded = React.ComponentProps<typeof Dashboard>['loaderData'];

const none = { count: 0, more: false };
const nothingPending = { ...none, urgent: 0 };

const quiet = {
  page: { rows: [], next: null, query: null, newest: null, more: false } as Outputs['clients']['list'] | null,
  pending: {
    evaluations: nothingPending as typeof nothingPending | null,
    applications: nothingPending,
    callRequests: nothingPending,
  },
  mail: none as typeof none | null,
  signing: none as typeof none | null,
  notices: none as typeof none | null,
  unread: { ...none, oldest: null } as Outputs['uploads']['unread'] | null,
  retention: null as string | null,
};

function html(more: Partial<Loaded & typeof quiet> = {}, role: StaffRole = 'admin'): string {
  const { page, pending, mail, signing, notices, unread, retention, ...changed } = { ...quiet, ...more };
  const loaded: Partial<Loaded> = {
    filter: {},
    cursor: null,
    problem: '',
    sharedPassword: false,
    ...changed,
  };
  const answers = {
    'clients.list': page,
    'evaluations.pending': pending.evaluations,
    'applications.pending': pending.applications,
    'callRequests.pending': pending.callRequests,
    'failedEmails.count': mail,
    'contracts.waiting': signing,
    'profile.openNotices': notices,
    'uploads.unread': unread,
    'retention.last': retention,
  };
  return renderOffice(Dashboard, '/admin/dashboard', { loaded, answers, role });
}

/** @returns where a card leads, and what it says. */
function card(markup: string, heading: string) {
  const [, path, text] =
    new RegExp(`<h3><a href="([^"]*)"[^>]*>${heading}</a></h3><p[^>]*>(.*?)</p>`).exec(markup) ?? [];
  return path === undefined ? undefined : { path, text: text?.replaceAll(/<[^>]+>/g, '') };
}

describe('a card of the dashboard', () => {
  test.each(['Exports', 'Staff accounts', 'Audit log', 'Retention', 'Client logins'])(
    'is not offered to a role that may only look: %s',
    (heading) => {
      expect(card(html({}, 'read_only'), heading)).toBeUndefined();
      expect(card(html(), heading)).toBeDefined();
    },
  );

  test('about callers is for reviewers too, and those about the office are not', () => {
    const markup = html({}, 'reviewer');
    expect(card(markup, 'Client logins')).toBeDefined();
    expect(card(markup, 'Exports')).toBeUndefined();
  });

  test.each(['Sign desk', 'New addresses', 'Documents from clients', 'Mail'])(
    'whose count cannot be read says so, and the others stay: %s',
    (heading) => {
      const markup = html({ signing: null, notices: null, unread: null, mail: null });
      expect(card(markup, heading)?.text).toBe('Could not be counted. Load the page again.');
      expect(card(markup, 'Case evaluations')?.text).toBe('None waiting for review');
    },
  );

  test('of a queue whose count cannot be read says so too', () => {
    const markup = html({ pending: { ...quiet.pending, evaluations: null } });
    expect(card(markup, 'Case evaluations')?.text).toBe('Could not be counted. Load the page again.');
  });

  test.each([
    ['Sign desk', 'No contract waits for the representative', '99+ to countersign'],
    ['New addresses', 'Social Security has been told about all of them', '99+ not sent yet'],
    ['Documents from clients', 'All have been read', '99+ unread'],
    ['Mail', 'Nothing is stuck', '99+ not sent'],
  ])('says how much waits: %s', (heading, nothing, many) => {
    const count = { count: 99, more: true };
    expect(card(html(), heading)?.text).toBe(nothing);
    const markup = html({ signing: count, notices: count, mail: count, unread: { ...count, oldest: null } });
    expect(card(markup, heading)?.text).toBe(many);
  });

  test('of a queue says how many have a deadline, in the words of the queue', () => {
    const pending = {
      ...quiet.pending,
      evaluations: { count: 3, more: false, urgent: 1 },
      callRequests: { count: 2, more: false, urgent: 0 },
    };
    const markup = html({ pending });
    expect(card(markup, 'Case evaluations')?.text).toBe('3 waiting for review, 1 with an appeal deadline');
    expect(card(markup, 'Call requests')?.text).toBe('2 waiting for a call');
  });

  test('of documents leads to the client who has waited longest', () => {
    const unread = { count: 1, more: false, oldest: 'c1' };
    expect(card(html({ unread }), 'Documents from clients')?.path).toBe('/admin/client/c1');
    expect(card(html(), 'Documents from clients')?.path).toBe('/admin/dashboard#clients');
  });

  test.each([
    ['Waiting for us', '/admin/dashboard?status=waiting#clients'],
    ['Unverified clients', '/admin/dashboard?status=unverified#clients'],
  ])('leads to the clients that it is about: %s', (heading, path) => {
    expect(card(html(), heading)?.path).toBe(path);
  });

  test.each([
    [null, 'No run yet'],
    ['2026-07-01T12:00:00.000Z', 'Last run 7/1/2026, 8:00 AM'],
  ])('of retention says when it ran last: %j', (retention, text) => {
    expect(card(html({ retention }), 'Retention')?.text).toBe(text);
  });
});

describe('the shared password', () => {
  test.each([
    ['admin', true, true],
    ['admin', false, false],
    ['reviewer', true, false],
  ] as const)('is warned of to those who can turn it off, while it is on: %s, %s', (role, isOn, isWarned) => {
    expect(html({ sharedPassword: isOn }, role).includes('The shared password is on.')).toBe(isWarned);
  });
});

describe('the clients on the dashboard', () => {
  const client = {
    id: 'c1',
    name: null,
    ssn: '***-**-1234',
    dateOfBirth: '4/12/1958',
    registeredAt: '2026-07-01T12:00:00.000Z',
    isSample: false,
  };
  const page = { rows: [client], next: '17-a', query: null, newest: null, more: false };

  test('that cannot be read say so, and the cards stay', () => {
    const markup = html({ page: null });
    expect(markup).toContain('Failed to load clients');
    expect(card(markup, 'Mail')).toBeDefined();
  });

  test('are told apart by the ends of their numbers while they have no name', () => {
    const markup = html({ page });
    expect(markup).toContain('Name not known<span class="visually-hidden">, SSN ***-**-1234</span>');
    expect(markup).toContain('href="/admin/dashboard?cursor=17-a#clients">Older clients</a>');
  });

  test.each([
    [{ search: 'kTf3' }, 'Many records match, and only 200 of them were searched.'],
    [{ status: 'waiting' }, 'More than 200 are waiting.'],
  ])('may be more than were looked at: %j', (filter, words) => {
    expect(html({ filter, page: { ...page, more: true } })).toContain(words);
    expect(html({ filter, page })).not.toContain(words);
  });
});
