import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { figureDefinitions } from '../cms/figures/definitions.ts';
import { firstValues } from '../cms/figures/first-values.ts';
import { attributionOf } from '../cms/figures/words.ts';

const files = await Promise.all(
  ['articles', 'faq', 'pages'].map(async (folder) => {
    const names = await readdir(join(import.meta.dirname, folder));
    return Promise.all(
      names.map(async (name) => ({
        name: `${folder}/${name}`,
        text: await readFile(join(import.meta.dirname, folder, name), 'utf8'),
      })),
    );
  }),
);
const texts = files.flat();
const textOf = (name: string) => texts.find((text) => text.name.startsWith(name))?.text ?? '';

describe('what the law no longer says, or never said, stands nowhere', () => {
  test.each([
    ['a hearing by phone only with a yes', /audio[^.]*only if you agree/i],
    ['older work than five years', /past relevant work[^.]*(?:last|past) 15 years/i],
    ['the window to reopen older denials', /just got easier|less than a year since your first denial/i],
    ['large numbers of jobs', /large numbers?/i],
    ['14 listings instead of 14 body systems', /\b14 listings\b/i],
    ['the firm’s promise as the cap of the law', /(?:law|legal)[^.]*capped at \{\{feeCap\}\}/i],
    [
      'a first day beside the cap of the law, which is another one once a new cap is in force',
      /since [A-Z]\w+ \d+, 20\d\d[^.]*\{\{legalFeeCap\}\}|\{\{legalFeeCap\}\}[^.]*since/i,
    ],
    [
      'a figure as the one of today, which the page may say was not checked in time',
      /today,? (?:at|is) \{\{|\}\} today/i,
    ],
    [
      'a form for payments that nobody but the claimant may sign',
      /SSA-792[^|]*You sign it yourself(?!, or your representative payee)/,
    ],
    [
      'a pension that lowers SSDI by WEP or GPO',
      /(?:Windfall|Pension Offset)[^.]*(?:lowers?|reduces?|cuts?) (?:your|SSDI)/i,
    ],
    ['a charge for records', /copies of records may be extra/i],
    ['three things that must be true', /three things must be true/i],
    ['the old listing for backs as one in use', /listing 1\.04(?! is no longer)/i],
    ['a firm that is appointed', /appoint(?:s|ed)? (?:our|the) firm/i],
    [
      'an agency that appoints, where the claimant does (20 CFR 404.1705, 416.1505)',
      /(?:SSA|Social Security|agency) appoints/i,
    ],
    ['a full overpayment held back', /(?:all|100%) of (?:each|your) (?:monthly )?payment/i],
    ['three months of retroactive Medicaid for everybody', /Medicaid[^.|]*always[^.|]*three months/i],
  ])('%s', (_name, wrong) => {
    expect(texts.filter(({ text }) => wrong.test(text)).map(({ name }) => name)).toEqual([]);
  });
});

describe('a page is the overview and its article the depth', () => {
  test.each([
    ['medical-evidence', 'medical-evidence'],
    ['evaluation-process', 'evaluation-process'],
    ['definition-disabled', 'definition-of-disabled'],
    ['ssdi-vs-ssi', 'ssdi-vs-ssi'],
    ['common-disabilities', 'common-disabilities'],
    ['compassionate-allowances', 'compassionate-allowances'],
  ])('the page %s and the article %s link to each other', (page, article) => {
    expect(textOf(`pages/${page}.yaml`)).toContain(`](/articles/${article})`);
    expect(textOf(`articles/${article}.md`)).toContain(`](/${page})`);
  });

  test.each([
    ['disability-hearing', 'vtc-hearings'],
    ['disability-hearing', 'hearing-attendees'],
    ['vtc-hearings', 'hearing-attendees'],
    ['disability-claim-denied', 'technical-denial'],
    ['back-pain-disability', 'degenerative-disc-disease'],
  ])('the articles %s and %s, on parts of one subject, link to each other', (one, other) => {
    expect(textOf(`articles/${one}.md`)).toContain(`](/articles/${other})`);
    expect(textOf(`articles/${other}.md`)).toContain(`](/articles/${one})`);
  });
});

test('the agency’s phone number never stands without the one for the deaf', () => {
  const withPhone = texts.filter(({ text }) => text.includes('1-800-772-1213'));
  expect(withPhone.length).toBeGreaterThan(12);
  const bare = withPhone.filter(({ text }) => /1-800-772-1213(?! \(TTY 1-800-325-0778\))/.test(text));
  expect(bare.map(({ name }) => name)).toEqual([]);
});

describe('what the law says today stands where a reader looks for it', () => {
  test.each([
    ['articles/disability-hearing', 'unless you object in writing within 30 days'],
    ['articles/vtc-hearings', 'SSA must hear from you within 30 days'],
    ['articles/past-work-relevance', 'Since June 22, 2024'],
    ['articles/past-work-relevance', 'That ended in June 2025'],
    ['articles/medicaid-eligibility', 'From January 1, 2027 | One month | Two months'],
    ['articles/medicaid-eligibility', 'about 80 hours a month'],
    ['articles/disability-claim-denied', 'That cap is {{legalFeeCap}}.'],
    // POMS GN 03943.005 A: the cap of the day on which the agency decides on the fee agreement
    ['articles/appeal-forms', 'the cap on the day Social Security decides on the agreement'],
    ['articles/benefits-after-hearing', 'the one on the day of the decision counts'],
    ['pages/back-pay-calculator', 'goes by that day, not by the day of the award letter'],
    // 20 CFR 404.3(b)
    ['articles/claim-timeline', 'a day off that the President orders for federal workers'],
    ['articles/disability-claim-denied', 'a day off that the President orders for federal workers'],
    ['articles/appeal-forms', 'You appoint a person, not a firm'],
    ['articles/appeal-forms', 'signed by you and by your representative'],
    ['articles/reconsideration-process', 'For SSDI, the limit is {{sgaBlindMonthly}} if you are blind'],
    ['articles/reconsideration-process', '{{reconsiderationAverage}} in fiscal year 2024'],
    ['articles/compassionate-allowances', '{{compassionateAllowancesNow}} since August 2025'],
    ['articles/common-disabilities', '{{compassionateAllowancesNow}} since August 2025'],
    ['articles/working-on-benefits', 'more than {{trialWorkMonthly}} before taxes'],
    ['articles/continuing-reviews', '10 days after you get the letter'],
    ['articles/continuing-reviews', 'Form SSA-792, with your appeal. You sign it yourself'],
    [
      'articles/continuing-reviews',
      'send the hearing request and a new SSA-792 within 10 days after you get the reconsideration decision',
    ],
    ['articles/continuing-reviews', 'Payments do not continue if SSDI stops because of work'],
    // POMS DI 12027.010
    ['articles/appeal-forms', 'your representative cannot sign it for you'],
    ['articles/appeal-forms', 'the payee may sign it once the appeal is filed'],
    ['articles/continuing-reviews', 'or your representative payee does once the appeal is filed'],
    ['articles/reconsideration-process', 'may sign it for you once the appeal is filed'],
    // POMS DI 11005.017
    ['articles/appeal-forms', 'You can sign on paper or on a screen'],
    ['articles/appeal-forms', 'The permission to get your records (SSA-827) is not on that list'],
    ['articles/application-forms', 'You can sign the applications on paper or on a screen'],
    ['pages/what-we-do', 'on paper or on a screen'],
    // POMS GN 00203.011
    ['articles/application-forms', 'Social Security gives you an interpreter for free'],
    ['pages/what-we-do', 'Social Security gives you an interpreter for free'],
    // Public Law 118-273
    ['articles/ssdi-vs-ssi', 'It ended both rules for benefits after December 2023'],
    [
      'pages/what-is-ssdi',
      'signed on January 5, 2025, ended the two rules that did this for benefits after December 2023',
    ],
    [
      'articles/appeal-forms',
      'send the hearing request and a new SSA-792 within 10 days after you get that decision',
    ],
    ['articles/reconsideration-process', 'Payments do not continue if SSDI stops because of work'],
    ['pages/appeal-denial', 'Payments do not continue if SSDI stops because of work'],
    [
      'articles/continuing-reviews',
      'appeal within 10 days after you get the letter (Form SSA-561), and your payments continue',
    ],
    [
      'articles/reconsideration-process',
      'appeal within 10 days after you get the letter (Form SSA-561), and your payments continue',
    ],
    [
      'pages/appeal-denial',
      'appeal within 10 days after you get the letter (Form SSA-561), and your payments continue',
    ],
    ['articles/appeal-forms', 'Your SSI will stop or go down, but not because of your health | SSA-561'],
    ['articles/overpayments', 'within 30 days after the date of the letter'],
    // POMS DI 25510.010: 12 months back, and two more for which benefits are paid after a disability has ended
    [
      'articles/definition-of-disabled',
      'no later than 14 months after the month in which your disability ended',
    ],
    ['pages/glossary', 'You can be paid for that time if you apply in time'],
    ['pages/date-last-insured', 'has lasted since or ended no more than 14 months before you applied'],
    // 20 CFR 404.335(c)
    ['articles/technical-denial', 'must begin no later than seven years after the death'],
    ['articles/definition-of-disabled', 'must begin no later than seven years after the death'],
    // POMS DI 52120.165
    ['articles/short-term-disability', 'for a permanent total disability is different until you turn 62'],
    // POMS DI 12025.001, DI 12027.015
    ['articles/appeal-forms', 'Your SSDI will stop because of work | SSA-561'],
    // Public Law 119-21, sections 71107 and 71119
    ['articles/medicaid-eligibility', 'every six months instead of once a year'],
    ['articles/medicaid-eligibility', 'a child of 13 or younger or for a disabled person'],
    // 20 CFR 404.1590(i), 404.1596
    ['articles/continuing-reviews', 'not once you have received SSDI for at least 24 months'],
    ['articles/continuing-reviews', 'After 12 months without an answer, your benefits end'],
    ['articles/appeal-forms', 'You can file online, whether the denial is about your health or not'],
    [
      'articles/disabled-children',
      '“marked” limit in two of these areas is enough, and so is an “extreme” limit in one',
    ],
    ['articles/disabled-adult-children', 'before you turned 22'],
    ['articles/claim-timeline', '{{initialDecisionAverage}} on average in fiscal year 2024'],
    ['pages/home', 'Past results do not promise a result in your case'],
    ['pages/appeal-denial', '{{hearingSuccessRate}} ({{ownCount}})'],
    ['pages/disclaimer', 'they cannot be compared with figures of Social Security'],
    ['pages/testimonials', 'someone they know ({{ownCount}})'],
    ['pages/what-we-do', 'You appoint a person, not a firm'],
    ['pages/sign-contract', 'With us, that person is {{representative}}'],
    ['pages/terms-of-service', 'The person who represents our clients is {{representative}}'],
    ['pages/terms-of-service', 'extraordinary circumstances'],
    ['pages/home', 'For SSDI you need enough work credits'],
  ])('%s: %s', (name, right) => {
    expect(textOf(name)).toContain(right);
  });
});

describe('a share of outcomes', () => {
  test('stands in texts by its token alone, so that whose figure it is stands beside it', () => {
    const shares = texts.flatMap(({ name, text }) =>
      [...text.matchAll(/[^.\n]*\b\d[\d-]*(?:%| percent)[^.\n]*/g)].map(
        ([words]) => `${name}: ${words.trim()}`,
      ),
    );
    // What laws and ratings set, and no outcome of claims.
    const set = /rating of 100 percent|average weekly pay|average earnings|80% rule|\b10%/;
    expect(shares.filter((words) => !set.test(words))).toEqual([]);
  });

  test('has an owner or a source, in every figure that is a percentage but our own fee', () => {
    const shares = figureDefinitions.filter(({ kind, name }) => kind === 'percent' && name !== 'feePercent');
    expect(shares.length).toBeGreaterThan(5);
    for (const figure of shares) {
      const [value] = firstValues[figure.name] ?? [];
      expect(value && attributionOf(figure, value, true), figure.name).toMatch(
        /^(?:our estimate|the firm’s own count|Social Security, .+)$/,
      );
    }
  });

  test('and a wait that is compared with the country has the agency’s own table', () => {
    for (const { name, text } of texts) {
      for (const [sentence] of text.matchAll(
        /[^.\n]*(?:national average|on average in fiscal year)[^.\n]*/gi,
      )) {
        const tokens = [...sentence.matchAll(/\{\{(\w+Average)\}\}/g)].map(([, token = '']) => token);
        expect(tokens.length, `${name}: ${sentence}`).toBeGreaterThan(0);
        for (const token of tokens)
          expect(firstValues[token]?.[0]?.sourceUrl, token).toMatch(/^https:\/\/www\.ssa\.gov\//);
      }
    }
  });
});
