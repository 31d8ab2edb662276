import type { StaffRole } from '@claimdesk/api/staff-roles';
import { describe, expect, test } from 'vitest';
import { renderOffice } from '#web/testing/render-office.tsx';
import type { Submission } from './queues.ts';
import SubmissionDialog from './submission-dialog.tsx';

const id = '0123456789abcdef01234567';
const submission: Submission = {
  id,
  name: 'Canaria Testwright',
  reference: 'K7QH-M9XC',
  columns: [],
  status: 'pending',
  decisions: ['approved', 'rejected'],
  submittedAt: '2026-07-01T12:00:00.000Z',
  reviewedAt: null,
  reviewedBy: null,
  appealBy: null,
  isUrgent: false,
  isSample: false,
  callBy: null,
  called: null,
  phone: { text: '(201) 555-0147', href: 'tel:+12015550147' },
  owner: null,
  takeBackUntil: null,
  email: null,
  rejection: null,
  invitation: null,
  signed: null,
  attempts: [],
  sections: [],
};
const owners = [
  { id: 'a', name: 'Robin' },
  { id: 'b', name: 'Sam' },
];

function html(more: Partial<Submission> = {}, { role = 'reviewer', path = 'case-evaluations' } = {}): string {
  const answer = { ...submission, ...more };
  return renderOffice(SubmissionDialog, `/admin/${path}/${id}`, {
    route: `/admin/${path}/:id`,
    role: role as StaffRole,
    loaded: { recordKey: 'key' },
    answers: {
      'evaluations.detail': answer,
      'callRequests.detail': answer,
      'applications.detail': answer,
      'clients.ofEvaluation': { client: null, possible: [] },
      'staff.me': { id: 'a', name: 'Robin' },
      'staff.owners': owners,
    },
  });
}
const buttonsIn = (markup: string) =>
  [...markup.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, label]) => label);
const results = ['Reached', 'Voicemail', 'No answer', 'Wrong number'];

describe('the details of somebody to be called', () => {
  test('are headed by the name and the reference, and have no name in the title of the page', () => {
    const markup = html();
    expect(markup).toContain('>Canaria Testwright <small>Case evaluation K7QH-M9XC</small></h2>');
    expect(markup).toContain('<title>Case evaluation K7QH-M9XC | Back office</title>');
    expect(html({ name: '' })).toContain('><small>Case evaluation K7QH-M9XC</small></h2>');
  });

  test('begin with a link that dials, and a button for each usual result', () => {
    for (const path of ['case-evaluations', 'call-requests']) {
      const markup = html({}, { path });
      expect(markup).toContain('<p class="call-whom"><a href="tel:+12015550147">(201) 555-0147</a></p>');
      expect(buttonsIn(markup).slice(0, 4)).toEqual(results);
      expect(markup).toContain(`href="/admin/${path}/${id}/call"`);
    }
  });

  test('have such buttons also once it is approved, until a contract is signed', () => {
    const signed = { at: submission.submittedAt, reference: 'W3RT-2B7D', id: null };
    expect(buttonsIn(html({ status: 'approved' })).slice(0, 4)).toEqual(results);
    expect(buttonsIn(html({ status: 'approved', signed })).slice(0, 1)).not.toEqual(['Reached']);
  });

  test('have no such button for accounts that may only look, nor once it is rejected or a call was all that was asked for', () => {
    for (const markup of [
      html({}, { role: 'read_only' }),
      html({ status: 'rejected' }),
      html({ status: 'approved' }, { path: 'call-requests' }),
    ])
      expect(buttonsIn(markup).filter((label) => results.includes(label ?? ''))).toEqual([]);
  });

  test('say so where no number can be read', () => {
    expect(html({ phone: null })).toContain('No phone number');
  });

  test('list the calls, with the number where it was another', () => {
    const at = '2026-07-01T15:04:00.000Z';
    const attempts = [
      { id: '1', at, who: 'Robin', result: 'voicemail', again: null, number: '2015550147' },
      { id: '2', at, who: null, result: 'no answer', again: null, number: '2015550199' },
    ] as const;
    const calls = /<ul class="call-list">.*?<\/ul>/.exec(html({ attempts: [...attempts] }))?.[0];
    expect(calls?.replace(/<li>/g, '\n').replace(/<[^>]*>/g, '')).toBe(
      '\nVoicemail, 7/1/2026, 11:04 AM, Robin\nNo answer, 7/1/2026, 11:04 AM, at (201) 555-0199',
    );
  });

  test('are no part of an application', () => {
    const markup = html({}, { path: 'attorney-applications' });
    expect(markup).not.toContain('tel:');
    expect(buttonsIn(markup).filter((label) => results.includes(label ?? ''))).toEqual([]);
  });
});

describe('the owner', () => {
  const optionsIn = (markup: string) =>
    [...markup.matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, label]) => label);

  test('is nobody at first: it can be taken in one click, or given to a colleague', () => {
    const markup = html();
    expect(markup).toContain('Owner: <strong>Nobody</strong>');
    expect(buttonsIn(markup)).toContain('Take it');
    expect(optionsIn(markup)).toEqual(['Give it to…', 'Sam']);
  });

  test('does not take what is theirs, and can give it back', () => {
    const markup = html({ owner: { id: 'a', name: 'Robin' } });
    expect(markup).toContain('Owner: <strong>Robin</strong>');
    expect(buttonsIn(markup)).not.toContain('Take it');
    expect(optionsIn(markup)).toEqual(['Give it to…', 'Sam', 'Nobody']);
  });

  test('whose account was deleted is said to be that', () => {
    expect(html({ owner: { id: 'x', name: null } })).toContain('Owner: <strong>A deleted account</strong>');
  });

  test('is not offered to accounts that may only look', () => {
    const markup = html({}, { role: 'read_only' });
    expect(markup).toContain('Owner: <strong>Nobody</strong>');
    expect(markup).not.toContain('<option');
  });
});
