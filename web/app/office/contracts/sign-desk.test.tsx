import type { StaffRole } from '@claimdesk/api/staff-roles';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import AppointmentSheet from './appointment-sheet.tsx';
import SignDesk from './sign-desk.tsx';

type Desk = Outputs['contracts']['signDesk'];

const row: Desk['waiting'][number] = {
  id: '0123456789abcdef01234567',
  reference: 'K7QH-M9XC',
  name: 'Canaria Testwright',
  signedAt: '2026-07-01T12:00:00.000Z',
  due: '2026-07-08',
  unfiledAt: null,
  isSample: false,
};

const nothing: Desk = { waiting: [], unfiled: [], more: false, representatives: ['Robin Q. Example'] };
const desk = (more: Partial<Desk> | null = {}, role: StaffRole = 'admin') =>
  renderOffice(SignDesk, '/admin/sign-desk', {
    answers: { 'contracts.signDesk': more && { ...nothing, ...more } },
    role,
  });

describe('the sign desk', () => {
  test('that cannot be read says so', () => {
    expect(desk(null)).toContain('Failed to load the sign desk');
  });

  test('says that nothing waits', () => {
    expect(desk()).toContain('No contract waits for countersignature.');
    expect(desk()).not.toContain('<table');
  });

  test('says why nobody can countersign, and leads administrators to where that is changed', () => {
    const why = 'Nobody can countersign yet: no staff account has the name of a representative.';
    expect(desk({ waiting: [row] })).not.toContain(why);
    const [admin, reviewer] = (['admin', 'reviewer'] as const).map((role) =>
      desk({ waiting: [row], representatives: [] }, role),
    );
    for (const markup of [admin, reviewer]) expect(markup).toContain(why);
    expect(admin).toContain('<a href="/admin/staff"');
    expect(reviewer).not.toContain('href="/admin/staff"');
    expect(reviewer).toContain('An administrator enters it under Staff accounts.');
  });

  test('leads from each contract to its page, and says by when to sign', () => {
    const markup = desk({ waiting: [row], more: true });
    expect(markup).toMatch(
      /<a href="\/admin\/contracts\/0123456789abcdef01234567"[^>]*>Canaria Testwright<\/a>/,
    );
    for (const words of ['7/1/2026, 8:00 AM', 'Wednesday, July 8', 'There are more.'])
      expect(markup).toContain(words);
  });

  test('says in words where what is signed has to be filed at once, also after it was countersigned', () => {
    const words =
      'SSA-1696 and fee agreement not filed: needed before a favorable decision, and the claim is at the hearing.';
    expect(desk({ waiting: [row] })).not.toContain('Not filed');
    const late = { ...row, unfiledAt: 'hearing' as const };
    expect(desk({ waiting: [late] })).toContain(words);
    const markup = desk({ unfiled: [late] });
    expect(markup).toContain('Signed, and not filed');
    expect(markup).toContain(words);
  });
});

describe('the sheet for form SSA-1696', () => {
  const boxes: Outputs['contracts']['appointmentSheet']['parts'][number]['boxes'] = [
    { box: 'First name', state: 'ready', value: 'Canaria', note: '' },
    { box: 'Social Security number', state: 'secret', value: '***-**-7391', note: '' },
    { box: 'Waiving all fees', state: 'choice', value: 'No', note: '' },
    { box: 'Claims under', state: 'missing', value: '', note: 'The matter does not say.' },
    { box: 'Middle initial', state: 'by-hand', value: '', note: 'Not asked.' },
  ];
  const sheet = (shown = boxes, role: StaffRole = 'reviewer') =>
    renderOffice(AppointmentSheet, `/admin/contracts/${row.id}/ssa-1696`, {
      answers: {
        'contracts.appointmentSheet': {
          reference: row.reference,
          parts: [{ title: 'Claimant', boxes: shown }],
        },
      },
      role,
      route: '/admin/contracts/:id/ssa-1696',
    });

  test('says first what is missing, or that nothing is', () => {
    const markup = sheet();
    expect(markup).toContain('<li>Claimant, Claims under: The matter does not say.</li>');
    expect(markup.indexOf('What is missing')).toBeLessThan(markup.indexOf('First name'));
    expect(sheet(boxes.slice(0, 2))).toContain('Nothing is missing.');
  });

  test('leads administrators to where the status of a representative is entered', () => {
    const status = { box: 'Status', state: 'missing', value: '', enteredAt: 'staff accounts' } as const;
    const note = 'Enter it under Staff accounts.';
    const link = 'href="/admin/staff"';
    expect(sheet([{ ...status, note }], 'admin')).toContain(link);
    expect(sheet([{ ...status, note }])).toContain(note);
    expect(sheet([{ ...status, note }])).not.toContain(link);
  });

  test('copies each value that is there, and the Social Security number is revealed by those who may', () => {
    const markup = sheet();
    expect(markup.match(/<button/g)).toHaveLength(1);
    expect(markup).toContain('>Copy<span class="visually-hidden"> Claimant, First name</span></button>');
    expect(markup).toContain(`href="/admin/contracts/${row.id}/ssa-1696/reveal"`);
    expect(sheet(boxes, 'read_only')).not.toContain('/reveal"');
  });
});
