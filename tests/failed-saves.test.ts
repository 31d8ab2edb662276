import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { caseworkLimits } from '../api/casework/limits.ts';
import { makeChallenge } from '../api/platform/robots/challenge.ts';
import { prove } from '../api/testing/prove.ts';
import { applicationAnswers } from './setup/deps.ts';
import { visitForm } from './setup/form-visitor.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
});
afterEach(() => rejectDrafts(false));
afterAll(() => running.close());

/** Makes the database reject writes of drafts, as if its disk were full. */
async function rejectDrafts(refused: boolean): Promise<void> {
  const validator = refused ? { never: { $exists: true } } : {};
  const { portal } = running.deps;
  await portal.getClient().db(portal.name).command({ collMod: 'drafts', validator });
}

/** @returns the value of a text input in the page. */
function inputValue(body: string, name: string): string | undefined {
  const [input] = body.match(new RegExp(`<input[^>]* name="${name.replaceAll('.', '\\.')}"[^>]*>`)) ?? [];
  return input?.match(/ value="([^"]*)"/)?.[1];
}

/** The application's answers as typed. */
const applicationTexts = {
  ...applicationAnswers,
  years_experience: String(applicationAnswers.years_experience),
  specialties: applicationAnswers.specialties.join(', '),
};

const aboutYou: [string, string][] = [
  ['first_name', 'Canaria'],
  ['last_name', 'Testwright'],
  ['date_of_birth.month', '4'],
  ['date_of_birth.day', '27'],
  ['date_of_birth.year', '1968'],
  ['ssn', '219-09-9999'],
];

describe('typed values are kept when a step', () => {
  /** Expects all values except write-only ones, which the next person at a shared computer must not see. */
  const expectValuesKept = (body: string) => {
    for (const [name, value] of aboutYou) {
      const isWriteOnly = /^(ssn|date_of_birth)/.test(name);
      expect([name, inputValue(body, name)]).toEqual([name, isWriteOnly ? '' : value]);
    }
    expect(body).not.toContain('219-09-9999');
  };

  test('is rejected before it is decoded: names are kept, SSN and date of birth are not', async () => {
    const visitor = await visitForm(running.site, 'contract');
    const tooMany = Array.from({ length: 200 }, (_, index): [string, string] => [`more_${index}`, 'x']);
    const response = await visitor.post('about-you', [...aboutYou, ...tooMany]);
    expect(response.statusCode).toBe(400);
    expectValuesKept(response.body);
  });

  test("can't be stored: the page shows the form's own message", async () => {
    const visitor = await visitForm(running.site, 'contract');
    await rejectDrafts(true);
    const response = await visitor.post('about-you', aboutYou);
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('There was an error submitting your contract. Please try again.');
    expectValuesKept(response.body);
    await rejectDrafts(false);
    const again = await visitor.post('about-you', aboutYou);
    expect([again.statusCode, again.headers.location]).toEqual([303, '/sign-contract/contact']);
  });

  test('exceeds the rate limit of its network: lists and numbers are kept', async () => {
    const visitor = await visitForm(running.site, 'attorney-application');
    const { keys, limits } = running.deps;
    for (let sent = 0; sent < 5; sent += 1)
      await limits.reserve(caseworkLimits.publicForm, visitor.remoteAddress);
    const proof = await prove(await makeChallenge(keys.forms, 'attorney-application', new Date()));
    const response = await visitor.post('application', [
      ...Object.entries(applicationTexts),
      ['_proof', proof],
    ]);
    expect(response.statusCode).toBe(429);
    expect(response.body).toContain('This form was sent several times from your network in the last hour.');
    expect(inputValue(response.body, 'specialties')).toBe('ALJ hearings, SSI for children');
    expect(inputValue(response.body, 'years_experience')).toBe('12');
    expect(response.body).toContain(applicationAnswers.bio);
  });

  test('contains a text of 60,000 characters: its question shows an error', async () => {
    const visitor = await visitForm(running.site, 'attorney-application');
    const bio = 'word '.repeat(12_000).trim();
    const response = await visitor.post('application', Object.entries({ ...applicationTexts, bio }));
    expect(response.statusCode).toBe(400);
    expect(response.body).toMatch(/id="attorney-application_bio-error"/);
    expect(response.body).toContain(bio);
  });
});
