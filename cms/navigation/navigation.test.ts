import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabases, openCms } from '../testing.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const links = [{ label: 'Questions', to: '/faq' }];
const menus = ['About', 'Do I Qualify', 'Disability Basics'].map((label) => ({ label, links }));
const note = { noteStart: 'A private firm.', note: 'Not the agency.' };
const save = (over: object) =>
  cms.updateGlobal({ slug: 'navigation', data: { menus, quick: links, legal: links, ...note, ...over } });

const faultOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error) => error.data.errors[0].message,
  );

describe('menus and footer', () => {
  it('are three menus, neither more nor fewer', async () => {
    expect(await faultOf(save({ menus: menus.slice(1) }))).not.toBe('accepted');
    expect(await faultOf(save({ menus: [...menus, ...menus] }))).not.toBe('accepted');
  });

  it('lead to no page that is not there', async () => {
    expect(await faultOf(save({ legal: [{ label: 'Privacy', to: '/privacy-policy' }] }))).toContain(
      'leads to /privacy-policy, where nothing is published',
    );
  });

  it('have words on every link', async () => {
    expect(await faultOf(save({ quick: [{ label: ' ', to: '/faq' }] }))).toContain('Write the words');
  });

  it('are saved, and visitors read them', async () => {
    expect(await faultOf(save({}))).toBe('accepted');
    const seen = await cms.findGlobal({ slug: 'navigation', overrideAccess: false });
    expect(seen.menus.map(({ label }) => label)).toEqual(['About', 'Do I Qualify', 'Disability Basics']);
  });
});
