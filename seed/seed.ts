import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Deps } from '@claimdesk/api/connect';
import { createStaff, hasStaff, setSharedPassword } from '@claimdesk/api/create-staff';
import { readSettings } from '@claimdesk/api/settings';
import { facts } from './facts.ts';
import { seedArticles, seedFaq } from './seed-content.ts';
import { site } from './site.ts';

interface Credentials {
  cms: { email: string; password: string };
  admin: { password: string; email: string; emailPassword: string };
}

/** Fills what is missing and leaves alone what is there, so it can be run at any time, offline. */
async function seed(deps: Deps, credentials: Credentials): Promise<string> {
  const { payload } = deps;
  const { id: factsId } = (await payload.findGlobal({ slug: 'facts', depth: 0 })) as { id?: string };
  if (!factsId) await payload.updateGlobal({ slug: 'facts', data: facts });
  const { id: siteId } = (await payload.findGlobal({ slug: 'site', depth: 0 })) as { id?: string };
  if (!siteId) await payload.updateGlobal({ slug: 'site', data: site });
  const articles = await seedArticles(payload);
  const questions = await seedFaq(payload);
  await seedStaff(deps, credentials.admin);
  await seedEditor(deps, credentials.cms);
  return `${articles} articles and ${questions} questions added`;
}

async function seedStaff(deps: Deps, admin: Credentials['admin']): Promise<void> {
  if (await hasStaff(deps)) return;
  await createStaff({ name: 'Reviewer', email: admin.email, password: admin.emailPassword }, deps);
  await setSharedPassword(admin.password, deps);
}

/** The last step: its presence tells the next start that the seeding is complete. */
async function seedEditor({ payload }: Deps, cms: Credentials['cms']): Promise<void> {
  const { totalDocs } = await payload.count({ collection: 'users' });
  if (totalDocs > 0) return;
  await payload.create({ collection: 'users', data: { ...cms, name: 'Editor in chief', role: 'admin' } });
}

const file = join(process.env.DATA_DIR ?? '', 'credentials.json');
if (!existsSync(file)) throw new Error(`There is no ${file}: run npm start or npm run seed, which make it.`);
const deps = await connect(readSettings(process.env), () => {});
try {
  console.log(await seed(deps, JSON.parse(await readFile(file, 'utf8'))));
} finally {
  await deps.close();
}
