import { describe, expect, test } from 'vitest';
import { inputId } from '#web/app/public/calculators/questions.tsx';
import type { PageBlock } from '#web/app/ui/files/content-types.ts';
import { contentsOf, withAnchors } from './anchors.ts';

const text = (heading: string | null): PageBlock => ({ kind: 'richText', heading, html: '' });
const idsOf = (blocks: PageBlock[]) => withAnchors(blocks).map(({ id }) => id);

describe('the anchors of a page', () => {
  test('are unique among headings, answers and the site frame', () => {
    const answer: PageBlock = {
      kind: 'faq',
      heading: 'Questions',
      entries: [{ id: 'who-pays', question: 'Who pays?', html: '' }],
      listed: [{ id: 'who-asks', question: 'Who asks?', html: '', text: '', figureNames: [], version: '' }],
    };
    const ids = idsOf([
      text('Who pays'),
      text('Who asks'),
      text('Main'),
      text('Who pays'),
      answer,
      text('Deadline'),
    ]);
    expect(ids).toEqual(['who-pays-2', 'who-asks-2', 'main-2', 'who-pays-3', 'questions', 'deadline-2']);
  });

  test('are never the id of an input of a calculator', () => {
    for (const name of ['blind', 'letter-month', 'from-1'])
      expect(idsOf([text(name), text(`input ${name}`)])).not.toContain(inputId(name));
  });

  test.each([
    ['What “disabled” means', 'what-disabled-means'],
    ['You don’t pay: 25% & more', 'you-dont-pay-25-more'],
    ['Évaluation', 'evaluation'],
    ['???', 'part'],
  ])('are the words of the heading: %s', (heading, id) => {
    expect(idsOf([text(heading)])).toEqual([id]);
  });

  test('are those that editors chose, which no heading may take', () => {
    const look = {
      folded: false,
      joined: false,
      anchor: 'costs',
      ground: 'warm',
      illustration: null,
    } as const;
    expect(idsOf([text('Costs'), { ...text('What you pay'), look }, { ...text('Twice'), look }])).toEqual([
      'costs-2',
      'costs',
      'costs-3',
    ]);
  });

  test('let a calculator keep the one that its form leads back to', () => {
    expect(idsOf([text('A'), { kind: 'deadlineHelper', heading: 'Find it', introHtml: '' }])).toEqual([
      'a',
      'deadline',
    ]);
    const calculator = { kind: 'calculator', heading: 'Count', calculator: 'ssi', introHtml: '' } as const;
    expect(idsOf([text('Calculator'), calculator])).toEqual(['calculator-2', 'calculator']);
  });
});

describe('the list of contents', () => {
  test('is left out of a page with fewer than four headings', () => {
    expect(contentsOf(withAnchors([text(null), text('A'), text('B'), text('C')]))).toEqual([]);
  });

  test('names every heading but the closing call to action', () => {
    const action: PageBlock = {
      kind: 'callToAction',
      heading: 'Ask us',
      html: '',
      primary: { label: 'Ask', to: '/' },
      secondary: null,
    };
    const blocks = [text('A'), text('B'), text(null), text('C'), text('D'), action];
    expect(contentsOf(withAnchors(blocks)).map(({ heading }) => heading)).toEqual(['A', 'B', 'C', 'D']);
  });
});
