import type { Payload } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../payload-types.ts';
import { body, emptyDatabases, goodHome, goodPage, heading, link, openCms, paragraph } from '../testing.ts';

type Part = Page['blocks'][number];

let cms: Payload;
let id: string;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

beforeEach(async () => {
  await cms.delete({ collection: 'pages', where: {} });
  ({ id } = await cms.create({ collection: 'pages', data: goodHome({ _status: 'published' }) }));
});

const text = () => body(paragraph('Words.'));
const parts = goodHome().blocks;
const joined = (part: object) => ({ ...part, look: { joined: true } }) as Part;

/** What the CMS has against the home page with these changes, after they were saved as a draft. */
async function faultsWith(over: Partial<Page>): Promise<string> {
  await cms.update({ collection: 'pages', id, draft: true, data: { ...over, _status: 'draft' } });
  return cms.update({ collection: 'pages', id, data: { _status: 'published' } }).then(
    () => '',
    (error) =>
      error.data.errors
        .map((fault: { path: string; message: string }) => `${fault.path}: ${fault.message}`)
        .join(),
  );
}

describe('publishing the home page is refused', () => {
  it.each<[string, Partial<Page>, string]>([
    [
      'without the words of its main button',
      { opening: { primaryLabel: '', primaryTo: '/faq' } },
      'opening.primaryLabel:',
    ],
    [
      'with a button that leads nowhere',
      { opening: { primaryLabel: 'Begin', primaryTo: '/nowhere' } },
      'leads to /nowhere, where nothing is published',
    ],
    [
      'with two parts at one anchor',
      { blocks: [...parts, { blockType: 'contact', heading: 'Write', look: { anchor: 'contact' } }] },
      'Another part has the anchor "contact".',
    ],
    [
      'with an anchor that no link can hold',
      { blocks: [...parts, { blockType: 'contact', heading: 'Write', look: { anchor: 'Write us' } }] },
      'Use small letters, digits and single hyphens only',
    ],
    [
      'without a part that the site itself leads to',
      { blocks: parts.slice(0, -1) },
      'blocks: Links of the site lead to /#articles. Give one part the anchor "articles".',
    ],
    [
      'with a link to an anchor that no part has',
      {
        blocks: [
          ...parts,
          {
            blockType: 'cards',
            heading: 'H',
            cards: [{ title: 'A', text: text(), linkLabel: 'On', linkTo: '#abuot' }],
          },
        ],
      },
      'A link leads to #abuot, but no part has the anchor "abuot".',
    ],
    [
      'with such a link inside a text',
      {
        blocks: [
          ...parts,
          { blockType: 'richText', heading: 'H', text: body(paragraph('See ', link('#nowhere', 'this'))) },
        ],
      },
      'A link leads to #nowhere',
    ],
    [
      'with a first part that belongs to the one above',
      { blocks: [joined({ blockType: 'contact', heading: 'Write' }), ...parts] },
      'blocks: The first part has none above it.',
    ],
    [
      'with the deadline helper, whose answer is on a page',
      { blocks: [...parts, { blockType: 'deadlineHelper', heading: 'Count' }] },
      'blocks: The deadline helper does not work on the home page.',
    ],
    [
      'with a calculator',
      { blocks: [...parts, { blockType: 'calculator', calculator: 'ssi', heading: 'Count' }] },
      'blocks: A calculator does not work on the home page.',
    ],
    [
      'with a part of its own that has no heading',
      { blocks: [...parts, { blockType: 'contact', heading: '' }] },
      'blocks.4.heading:',
    ],
    [
      'with a heading that skips a level below the heading of its part',
      { blocks: [...parts, { blockType: 'richText', heading: 'More', text: body(heading('h4', 'Deep')) }] },
      'Make it level 3.',
    ],
  ])('%s, and its draft is kept', async (_name, over, sentence) => {
    expect(await faultsWith(over)).toContain(sentence);
  });
});

describe('the home page', () => {
  it('takes parts that belong to the one above without a heading, and headings inside them one level lower', async () => {
    const blocks = [
      ...parts,
      joined({ blockType: 'links', links: [{ label: 'More', to: '/faq' }] }),
      joined({ blockType: 'richText', text: body(heading('h3', 'Three'), heading('h4', 'Four')) }),
      joined({
        blockType: 'callout',
        tone: 'info',
        heading: 'H',
        text: body(paragraph('To ', link('#contact', 'us'))),
      }),
      joined({ blockType: 'richText', heading: 'Sub', text: body(heading('h4', 'Four')) }),
    ];
    expect(await faultsWith({ blocks })).toBe('');
  });

  it('alone has an opening and looks: other pages are not held to them', async () => {
    const blocks = [{ blockType: 'contact' as const, heading: 'Write', look: { anchor: 'Not one' } }];
    const page = cms.create({ collection: 'pages', data: goodPage({ blocks, _status: 'published' }) });
    await expect(page).resolves.toMatchObject({ _status: 'published' });
  });

  it('alone may leave out a heading', async () => {
    const blocks = [joined({ blockType: 'richText', text: text() }), joined({ blockType: 'contact' })];
    const page = cms.create({ collection: 'pages', data: goodPage({ blocks, _status: 'published' }) });
    await expect(page).rejects.toThrow('Heading');
  });
});
