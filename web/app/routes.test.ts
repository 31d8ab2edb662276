import { intakes } from '@claimdesk/forms/intakes';
import { formPages, reservedStepIds } from '@claimdesk/forms/journey';
import { forms } from '@claimdesk/forms/registry';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from './routes.ts';

/** @returns the path of every route that has one. */
function paths(entries: readonly RouteConfigEntry[], before = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const here = path ? `${before}/${path}` : before;
    return [...(path ? [here] : []), ...paths(children, here)];
  });
}

test('no step of a form can have the address of another page of that form', () => {
  const all = paths(routes);
  const withSteps = all
    .filter((path) => /\/:step\??$/.test(path))
    .map((path) => path.replace(/\/:step\??$/, ''));
  expect(withSteps).toEqual(intakes.map(({ path }) => path));
  const beside = withSteps.flatMap((form) =>
    all
      .filter((path) => path.startsWith(`${form}/`))
      .map((path) => path.slice(form.length + 1).split('/')[0]),
  );
  // What has a colon is the step itself, and what has a dot can't be the id of one.
  const fixed = beside.filter((segment) => segment && !/[:.]/.test(segment));
  expect(fixed.length).toBeGreaterThan(withSteps.length * formPages.length);
  expect(new Set(fixed)).toEqual(new Set(reservedStepIds));
  for (const { ui } of Object.values(forms))
    for (const { id } of ui.steps) expect(reservedStepIds).not.toContain(id);
});

test('the address of a form shows its first step, unless it has a start page', () => {
  const all = paths(routes);
  for (const { path, startsWithStep } of intakes) {
    expect(all.includes(`${path}/:step?`)).toBe(startsWithStep);
    expect(all.includes(path)).toBe(!startsWithStep);
  }
});

test('no two pages have one address', () => {
  const all = paths(routes).filter((path) => path !== '/admin');
  expect(all.filter((path, at) => all.indexOf(path) !== at)).toEqual([]);
});
