import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeChallenge } from '../api/platform/robots/challenge.ts';
import { prove } from '../api/testing/prove.ts';
import { applicationAnswers } from './setup/deps.ts';
import { visitForm } from './setup/form-visitor.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
});
afterEach(() => refuseDrafts(false));
afterAll(() => running.close());

/** Makes the real database refuse to store drafts, as one does whose disk is full. */
async function refuseDrafts(refused: boolean): Promise<void> {
  const validator = refused ? { never: { $exists: true } } : {};
  const { portal } = running.deps;
  await portal.getClient().db(portal.name).command({ collMod: 'drafts', validator });
}

/** What stands in a field of the page. */
function typedIn(body: string, name: string): string | undefined {
  const [input] = body.match(new RegExp(`<input[^>]* name="${name.replaceAll('.', '\\.')}"[^>]*>`)) ?? [];
  return input?.match(/ value="([^"]*)"/)?.[1];
}

/** As somebody types them who applies. */
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

describe('nothing that was typed is lost when a step', () => {
  /** All except what no page hands back, because the next person at a shared computer could read it there. */
  const expectAllKept = (body: string) => {
    for (const [name, value] of aboutYou) {
      const isWriteOnly = /^(ssn|date_of_birth)/.test(name);
      expect([name, typedIn(body, name)]).toEqual([name, isWriteOnly ? '' : value]);
    }
    expect(body).not.toContain('219-09-9999');
  };

  test('is refused before it is read: the names are still there, the number and the date of birth are not', async () => {
    const visitor = await visitForm(running.site, 'contract');
    const tooMany = Array.from({ length: 200 }, (_, at): [string, string] => [`more_${at}`, 'x']);
    const answer = await visitor.post('about-you', [...aboutYou, ...tooMany]);
    expect(answer.statusCode).toBe(400);
    expectAllKept(answer.body);
  });

  test('can not be stored: the page says so in the words of the form', async () => {
    const visitor = await visitForm(running.site, 'contract');
    await refuseDrafts(true);
    const answer = await visitor.post('about-you', aboutYou);
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('There was an error submitting your contract. Please try again.');
    expectAllKept(answer.body);
    await refuseDrafts(false);
    const again = await visitor.post('about-you', aboutYou);
    expect([again.statusCode, again.headers.location]).toEqual([303, '/sign-contract/contact']);
  });

  test('is one too many of its network: a list and a number are still there', async () => {
    const visitor = await visitForm(running.site, 'attorney-application');
    const { keys, limits } = running.deps;
    for (let sent = 0; sent < 5; sent += 1) await limits.reserve('publicForm', visitor.remoteAddress);
    const proof = await prove(await makeChallenge(keys.forms, 'attorney-application', new Date()));
    const answer = await visitor.post('application', [
      ...Object.entries(applicationTexts),
      ['_proof', proof],
    ]);
    expect(answer.statusCode).toBe(429);
    expect(answer.body).toContain('This form was sent several times from your network in the last hour.');
    expect(typedIn(answer.body, 'specialties')).toBe('ALJ hearings, SSI for children');
    expect(typedIn(answer.body, 'years_experience')).toBe('12');
    expect(answer.body).toContain(applicationAnswers.bio);
  });

  test('holds a text of 60,000 characters: its question says how many there may be', async () => {
    const visitor = await visitForm(running.site, 'attorney-application');
    const bio = 'word '.repeat(12_000).trim();
    const answer = await visitor.post('application', Object.entries({ ...applicationTexts, bio }));
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toMatch(/id="attorney-application_bio-error"/);
    expect(answer.body).toContain(bio);
  });
});
