import { readingGrade } from '@claimdesk/cms/reading-grade';
import { describe, expect, it } from 'vitest';
import { currentAgreement, versioned } from './agreement.ts';

const { title, lead, sections } = currentAgreement;
const passages = sections.flatMap(({ parts }) =>
  parts.flatMap((part) => (typeof part === 'string' ? part : part.list)),
);
const text = [lead, ...passages].join('\n');

describe('the agreement', () => {
  it('reads at an eighth-grade level, in every section', () => {
    expect(readingGrade([lead, ...passages])).toBeLessThanOrEqual(7);
    const grades = sections.map(({ heading, parts }) => ({
      heading,
      grade: readingGrade(parts.flatMap((part) => (typeof part === 'string' ? part : part.list))) ?? 0,
    }));
    expect(grades.filter(({ grade }) => grade > 8)).toEqual([]);
  });

  it('states the required terms: no fee unless you win, 25% up to $7,200, no costs, end at any time', () => {
    for (const words of [
      'You pay us no fee unless you win',
      '25% of your back pay, but never more than $7,200',
      'You pay nothing up front. There are no other client fees.',
      'we pay the postage',
      'You may end this agreement at any time',
      'until it puts its decision into effect',
      'Once a hearing is scheduled, we end it only in extraordinary circumstances.',
      'any fee that Social Security has not approved',
      'State of New Jersey',
      'under 18',
      'paper copy',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('has a unique anchor for every section', () => {
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  });

  it('gets a new version whenever a word changes, and the same version for the same words', () => {
    expect(versioned({ title, lead, sections }).version).toBe(currentAgreement.version);
    expect(versioned({ title, lead: lead.replace('$', '€').concat('.'), sections }).version).not.toBe(
      currentAgreement.version,
    );
  });
});
