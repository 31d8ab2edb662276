import type { StaffRole } from '@claimdesk/api/staff-roles';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import Attorneys from './attorneys.tsx';

type Loaded = React.ComponentProps<typeof Attorneys>['loaderData'];
type Page = Outputs['directory']['list'];
type Row = Page['rows'][number];

const row: Row = {
  id: 'a1',
  name: 'Canary Applewright',
  firm: 'Applewright Sample Law',
  city: 'Trenton',
  state: 'NJ',
  stateName: 'New Jersey',
  email: 'canary.applewright@example.com',
  phone: '(201) 555-0163',
  phoneHref: 'tel:+12015550163',
  years_experience: 12,
  specialties: ['ALJ hearings', 'SSI for children'],
  listed: true,
};

interface Shown extends Partial<Loaded> {
  page?: Page | null;
  rows?: Row[];
  next?: string;
  role?: StaffRole;
  address?: string;
}

function html({ rows = [row], next = '', page, role = 'reviewer', address = '', ...more }: Shown = {}) {
  const loaded: Partial<Loaded> = {
    filter: {},
    cursor: null,
    problem: '',
    states: { NJ: 'New Jersey', VT: 'Vermont' },
    ...more,
  };
  const list = page === undefined ? { rows, next: next || null, query: null, newest: null } : page;
  const answers = { 'directory.list': list };
  return renderOffice(Attorneys, `/admin/attorneys${address}`, { loaded, answers, role });
}

describe('the list of attorneys', () => {
  test('offers no change to those who may only look', () => {
    const markup = html({ role: 'read_only' });
    expect(markup).toContain(row.name);
    expect(markup).not.toMatch(/Add Attorney|>Edit<|>Delete<|What you can do|href="\/admin\/attorneys\/a1/);
  });

  test('that cannot be read says so, unless its filter is what is wrong', () => {
    expect(html({ page: null })).toContain('Failed to load attorneys');
    const problem = 'Choose one of the states that the list offers.';
    const markup = html({ page: null, problem });
    expect(markup).toContain(problem);
    expect(markup).not.toContain('Failed to load attorneys');
  });

  test('is empty as a whole, or for its filter', () => {
    expect(html({ rows: [] })).toContain('No attorneys yet.');
    expect(html({ rows: [], filter: { state: 'VT' } })).toContain('No attorneys match.');
    expect(html({ rows: [], cursor: 'Z' })).toContain('No further attorneys.');
  });

  test.each([
    [{}, 'ascending', 'By name.'],
    [{ sort: 'reverse' }, 'descending', 'By name, from Z to A.'],
  ])('says its order: %j', (filter, direction, caption) => {
    const markup = html({ filter });
    expect(markup).toContain(`aria-sort="${direction}"`);
    expect(markup).toContain(`<caption>${caption} All but “Not listed” are in the public directory.`);
  });

  test('opens its dialogs over the list with its filter', () => {
    const markup = html({ address: '?state=NJ' });
    for (const path of ['new', 'a1', 'a1/delete'])
      expect(markup).toContain(`href="/admin/attorneys/${path}?state=NJ"`);
  });

  test('goes on with its filter, and leads back to its beginning', () => {
    const markup = html({ filter: { state: 'NJ' }, cursor: 'A', next: 'M' });
    expect(markup).toContain('href="/admin/attorneys?state=NJ&amp;cursor=M">More attorneys');
    expect(markup).toContain('<a href="/admin/attorneys?state=NJ">Back to the first attorneys</a>');
  });
});

describe('an attorney in the list', () => {
  test('is marked where visitors do not find them', () => {
    expect(html({ rows: [{ ...row, listed: false }] })).toContain('<span class="badge">Not listed</span>');
    expect(html()).not.toContain('<span class="badge">');
  });

  test.each([
    [0, '0 years'],
    [1, '1 year'],
    [12, '12 years'],
  ])('has %d years of experience', (years_experience, words) => {
    expect(html({ rows: [{ ...row, years_experience }] })).toContain(`>${words}</td>`);
  });
});
