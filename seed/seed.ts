import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, hasClient, type NewClient } from '@claimdesk/api/create-client';
import { createStaff, hasStaff, setSharedPassword } from '@claimdesk/api/create-staff';
import type { Deps } from '@claimdesk/api/deps';
import { openDeps } from '@claimdesk/api/open-deps';
import { addSamplePeople } from '@claimdesk/api/sample-people';
import { removeSamplesOnServer } from '@claimdesk/api/samples';
import { readSettings } from '@claimdesk/api/settings';
import { markTrial } from '@claimdesk/api/trial';
import { isPublicAddress } from '@claimdesk/cms/production';
import { fillContent, updateContent } from './fill-content.ts';
import { samplePeople } from './sample-people.ts';

interface Credentials {
  cms: { email: string; password: string };
  admin: { password: string; email: string; emailPassword: string };
  client: NewClient;
}

/** Adds what is missing and leaves everything else alone, so it can run at any time, offline. */
async function seed(deps: Deps, credentials: Credentials): Promise<string> {
  const report = await fillContent(deps);
  await seedStaff(deps, credentials.admin);
  await seedPeople(deps, credentials);
  await seedEditor(deps, credentials.cms);
  return report;
}

async function seedStaff(deps: Deps, admin: Credentials['admin']): Promise<void> {
  if (await hasStaff(deps)) return;
  await createStaff({ name: 'Reviewer', email: admin.email, password: admin.emailPassword }, deps);
  await setSharedPassword(admin.password, deps);
}

/**
 * Where only this machine can reach the site, people in every state, with the client among them. Elsewhere the client alone, who
 * is registered as anybody registers and so ends after 30 days like every account that staff have not confirmed.
 */
async function seedPeople(deps: Deps, { admin, client }: Credentials): Promise<void> {
  if (!isPublicAddress(deps.settings.PUBLIC_URL)) {
    await markTrial(deps);
    await addSamplePeople(samplePeople(client), { staffEmail: admin.email }, deps);
  } else if (!(await hasClient(client.ssn, deps))) await createClient(client, deps);
}

/** The last step: its presence tells the next start that the seeding is complete. */
async function seedEditor({ payload }: Deps, cms: Credentials['cms']): Promise<void> {
  const { totalDocs } = await payload.count({ collection: 'users' });
  if (totalDocs > 0) return;
  await payload.create({ collection: 'users', data: { ...cms, name: 'Editor in chief', role: 'admin' } });
}

/** @returns a few words on what was done. */
async function run(task = 'fill'): Promise<string> {
  if (task === 'update') return updateContent(deps.payload);
  if (task === 'remove-samples') return removeSamplesOnServer(deps);
  return seed(deps, JSON.parse(await readFile(file, 'utf8')));
}

const file = join(process.env.DATA_DIR ?? '', 'credentials.json');
if (!existsSync(file)) throw new Error(`There is no ${file}: run npm start or npm run seed, which make it.`);
const deps = await openDeps(readSettings(process.env), () => {});
try {
  console.log(await run(process.argv[2]));
} finally {
  await deps.close();
}
