import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, hasClient, type NewClient } from '@claimdesk/api/create-client';
import { createStaff, hasStaff, setSharedPassword } from '@claimdesk/api/create-staff';
import type { Deps } from '@claimdesk/api/deps';
import { openDeps } from '@claimdesk/api/open-deps';
import { readSettings } from '@claimdesk/api/settings';
import { isSystemPage } from '@claimdesk/cms/site-paths';
import type { GlobalSlug, Payload } from 'payload';
import { seedAttorneys } from './attorneys.ts';
import { facts } from './facts.ts';
import { navigation } from './navigation.ts';
import { addMissing } from './seed-documents.ts';
import { readPages } from './seed-pages.ts';
import { addTexts, correctAllTexts } from './seed-texts.ts';
import { noteSeedVersion } from './seed-version.ts';
import { site } from './site.ts';

interface Credentials {
  cms: { email: string; password: string };
  admin: { password: string; email: string; emailPassword: string };
  client: NewClient;
}

/** Adds what is missing and leaves everything else alone, so it can run at any time, offline. */
async function seed(deps: Deps, credentials: Credentials): Promise<string> {
  const { payload } = deps;
  await fillGlobal(payload, 'facts', facts);
  await fillGlobal(payload, 'site', site);
  const { pages, articles, faq: questions } = await addTexts(payload);
  await fillGlobal(payload, 'navigation', navigation);
  const attorneys = await seedAttorneys(payload);
  await seedStaff(deps, credentials.admin);
  await seedClient(deps, credentials.client);
  await noteSeedVersion(payload);
  await seedEditor(deps, credentials.cms);
  return `${pages} pages, ${articles} articles, ${questions} questions and ${attorneys} attorneys added`;
}

/**
 * Brings a database of an earlier version up to date: adds the pages that the site itself leads to, and corrects texts
 * that nobody has edited.
 */
async function update({ payload }: Deps): Promise<string> {
  const added = await addMissing(payload, await readPages(payload, isSystemPage));
  const corrected = await correctAllTexts(payload);
  await noteSeedVersion(payload);
  return `${added} pages added, ${corrected.length} texts corrected`;
}

/** Writes a global that was never saved. */
async function fillGlobal(payload: Payload, slug: GlobalSlug, data: object): Promise<void> {
  const { id } = (await payload.findGlobal({ slug, depth: 0 })) as { id?: string };
  if (!id) await payload.updateGlobal({ slug, data });
}

async function seedStaff(deps: Deps, admin: Credentials['admin']): Promise<void> {
  if (await hasStaff(deps)) return;
  await createStaff({ name: 'Reviewer', email: admin.email, password: admin.emailPassword }, deps);
  await setSharedPassword(admin.password, deps);
}

/** Registered as anybody registers, so it ends after 30 days like every account that staff have not confirmed. */
async function seedClient(deps: Deps, client: NewClient): Promise<void> {
  if (!(await hasClient(client.ssn, deps))) await createClient(client, deps);
}

/** The last step: its presence tells the next start that the seeding is complete. */
async function seedEditor({ payload }: Deps, cms: Credentials['cms']): Promise<void> {
  const { totalDocs } = await payload.count({ collection: 'users' });
  if (totalDocs > 0) return;
  await payload.create({ collection: 'users', data: { ...cms, name: 'Editor in chief', role: 'admin' } });
}

const file = join(process.env.DATA_DIR ?? '', 'credentials.json');
if (!existsSync(file)) throw new Error(`There is no ${file}: run npm start or npm run seed, which make it.`);
const deps = await openDeps(readSettings(process.env), () => {});
try {
  const report = process.argv.includes('update')
    ? await update(deps)
    : await seed(deps, JSON.parse(await readFile(file, 'utf8')));
  console.log(report);
} finally {
  await deps.close();
}
