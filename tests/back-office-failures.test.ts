import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setSharedPassword } from '../api/accounts/staff/create-staff.ts';
import { sharedAdminId } from '../api/accounts/staff/staff.model.ts';
import { currentAgreement } from '../api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '../api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '../api/casework/intake/submission-handlers.ts';
import { addClient, staffMember, staffSession } from './setup/clients.ts';
import { applicationAnswers, contractAnswers, evaluationAnswers } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

let running: SiteInProcess;
let session: string;
const ids = { evaluation: '', application: '', contract: '', client: '', attorney: '' };
beforeAll(async () => {
  running = await openSite();
  const { deps } = running;
  await setSharedPassword('correct horse battery', deps);
  const key = randomUUID();
  await submissionHandlers['case-evaluation'].submit({ answers: evaluationAnswers, key }, { deps });
  await submissionHandlers['attorney-application'].submit({ answers: applicationAnswers, key }, { deps });
  await contractHandler.submit(
    { answers: contractAnswers, key, agreement: currentAgreement.version },
    { address: '203.0.113.9', userAgent: 'A browser/1.0', deps },
  );
  ids.client = await addClient(deps);
  const data = { ...applicationAnswers, state: 'NJ' as const, listed: true };
  ids.attorney = (await deps.payload.create({ collection: 'attorneys', data })).id;
  const idIn = async (name: string) => String((await deps.portal.collection(name).findOne())?._id);
  ids.evaluation = await idIn('case_evaluations');
  ids.application = await idIn('attorney_applications');
  ids.contract = await idIn('signed_contracts');
});
beforeEach(async () => {
  const staff = await staffSession(sharedAdminId, running.deps);
  session = staff.context.cookies.get('admin') ?? '';
});
afterAll(() => running.close());

/** Makes the database reject what is read of a collection, as if its files were damaged. */
async function whileUnreadable(collection: string, work: () => Promise<void>): Promise<void> {
  const { portal, settings } = running.deps;
  const name = collection === 'attorneys' ? settings.CMS_DATABASE : portal.name;
  const database = portal.getClient().db(name);
  const kept = `${collection}_kept`;
  await database.renameCollection(collection, kept);
  const $expr = { $toObjectId: { $concat: ['no id ', { $toString: '$_id' }] } };
  await database.createCollection(collection, { viewOn: kept, pipeline: [{ $match: { $expr } }] });
  try {
    await work();
  } finally {
    await database.dropCollection(collection);
    await database.renameCollection(kept, collection);
  }
}

function open(path: string, as = session) {
  const headers = { accept: 'text/html', cookie: `admin=${as}` };
  return running.site.inject({ method: 'GET', url: `/admin/${path}`, headers });
}

describe('what cannot be loaded says so in its place, with the menu and a button to try again', () => {
  test.each<[string, string, () => string]>([
    ['clients', 'Failed to load clients', () => 'dashboard'],
    ['clients', 'Failed to load client data', () => `client/${ids.client}`],
    ['clients', 'Failed to load client data', () => `client/${ids.client}/timeline`],
    ['clients', 'Failed to load client data', () => `client/${ids.client}/print`],
    ['attorneys', 'Failed to load attorneys', () => 'attorneys'],
    ['attorneys', 'Failed to load attorneys', () => `attorneys/${ids.attorney}`],
    ['attorney_applications', 'Failed to load applications', () => 'attorney-applications'],
    [
      'attorney_applications',
      'Failed to load applications',
      () => `attorney-applications/${ids.application}`,
    ],
    ['case_evaluations', 'Failed to load case evaluations', () => 'case-evaluations'],
    ['case_evaluations', 'Failed to load case evaluations', () => `case-evaluations/${ids.evaluation}`],
    ['signed_contracts', 'Failed to load contracts', () => 'contracts'],
    ['signed_contracts', 'Failed to load this contract', () => `contracts/${ids.contract}`],
  ])('%s: %s', async (collection, words, path) => {
    const before = await open(path());
    expect([before.statusCode, before.body.includes('Try again')]).toEqual([200, false]);
    await whileUnreadable(collection, async () => {
      const { body } = await open(path());
      expect(body).toContain(words);
      expect(body).toContain('Try again');
      expect(body).toContain('aria-label="Back office"');
      expect(body).not.toContain('>Something went wrong</h1>');
    });
    expect((await open(path())).body).not.toContain('Try again');
  });

  test('a count that fails takes nothing else from the dashboard', async () => {
    await whileUnreadable('attorney_applications', async () => {
      const { statusCode, body } = await open('dashboard');
      expect(statusCode).toBe(200);
      expect(body).toContain('Could not be counted. Load the page again.');
      expect(body).toContain('Registered clients');
    });
  });
});

describe('a page that the role may not open says so in its heading and its title alike', () => {
  test.each<[string, () => string]>([
    ['exports', () => 'exports'],
    ['a new attorney', () => 'attorneys/new'],
    ['a document of a client', () => `client/${ids.client}/add-document`],
    ['the removal of a contract', () => `contracts/${ids.contract}/delete`],
  ])('%s', async (_what, path) => {
    const reader = await staffMember(running.deps, 'read_only');
    const { statusCode, body } = await open(path(), reader.context.cookies.get('admin'));
    const [heading] = /(?<=<h1[^>]*>)[^<]+/.exec(body) ?? [];
    expect(statusCode).toBe(403);
    expect(heading).not.toBe('Something went wrong');
    expect(body.match(/(?<=<title>)[^<]*/g)).toEqual([`${heading} | Back office`]);
  });
});

describe('a list after its end says that there is nothing further, and leads back to its beginning', () => {
  test.each<[string, string, () => string]>([
    ['clients', 'No further clients.', () => 'dashboard?cursor=0-00000000-0000-0000-0000-000000000000'],
    ['contracts', 'No further contracts.', () => 'contracts?cursor=0-000000000000000000000000'],
    [
      'evaluations',
      'No further case evaluations.',
      () => 'case-evaluations?cursor=2.0-000000000000000000000000',
    ],
    ['events', 'No further events.', () => `client/${ids.client}/timeline?cursor=0-000000000000000000000000`],
    ['notes', 'No further notes.', () => `client/${ids.client}?notes=0-000000000000000000000000`],
  ])('%s', async (_list, words, path) => {
    const { statusCode, body } = await open(path());
    expect(statusCode).toBe(200);
    expect(body).toContain(words);
    expect(body).toMatch(/Back to the newest|Back to the beginning/);
  });
});
