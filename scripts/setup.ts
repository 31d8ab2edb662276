import { parseEnv } from '../web/env.ts';
import { type DatabaseUsers, prepareReplicaSet } from './prepare-replica-set.ts';

/**
 * The `setup` service of docker-compose.yml: makes the replica set and its users, unless they are made by hand (no MONGODB_HOST),
 * migrates, fills an empty database, and prints a link to choose a password for the first editor and for the first administrator of the back office. Then it ends.
 *
 * Repeating it changes nothing, except for an unused link: it is replaced by a new one, because people lose
 * terminals.
 *
 * @throws Error with one sentence that says what to do.
 */
async function setUp(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = parseEnv(env);
  const { MONGODB_HOST } = env;
  if (MONGODB_HOST) await prepareReplicaSet(MONGODB_HOST, usersIn(env));
  say(`database: ${MONGODB_HOST ? 'ready' : 'as MONGODB_URI has it'}`);
  // Only now: the CMS connects as one of the users, and reads the environment as soon as it is loaded.
  const [{ openDeps }, { firstEditorLink, firstStaffLink }, seed, { contentOf, contentState }] =
    await Promise.all([
      import('@claimdesk/api/open-deps'),
      import('@claimdesk/api/first-sign-ins'),
      import('../seed/fill-content.ts'),
      import('../seed/seed-version.ts'),
    ]);
  const deps = await openDeps(settings, (line) => process.stderr.write(`${line}\n`));
  try {
    say('data: as this version needs it');
    const state = await contentState(contentOf(deps.payload));
    const editorEmail = () => required(env, 'FIRST_EDITOR_EMAIL');
    // Report missing settings before the long part.
    if (state === 'empty') editorEmail();
    const staff = await firstStaffLink(() => required(env, 'FIRST_STAFF_EMAIL'), deps);
    if (state === 'current') say('content: already there');
    else if (state === 'empty') say(`content: ${await seed.fillContent(deps)}`);
    else say(`content: ${await seed.updateContent(deps.payload)}`);
    // Last, because the first editor tells the next run that the content is complete.
    const editor = await firstEditorLink(editorEmail, deps);
    announce(settings.PUBLIC_URL, { staff, editor });
  } finally {
    await deps.close();
  }
}

/** On purpose the only place where a secret is printed: mail may not work yet in the first hour. */
function announce(publicUrl: string, links: { staff: string | null; editor: string | null }): void {
  const line = (who: string, link: string | null, page: string) =>
    say(`${who}  ${link ?? `already set up, sign in at ${publicUrl}${page}`}`);
  say('');
  line('first administrator', links.staff, '/admin/login');
  line('first editor       ', links.editor, '/cms');
  if (links.staff ?? links.editor)
    say('\nEach link is for choosing a password. It works once, for 7 days; a newer one replaces it.');
}

function usersIn(env: NodeJS.ProcessEnv): DatabaseUsers {
  return {
    owner: required(env, 'OWNER_PASSWORD'),
    site: required(env, 'SITE_PASSWORD'),
    cms: required(env, 'CMS_PASSWORD'),
  };
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new Error(`${name} is not set: put it into .env, see .env.example.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await setUp(process.env).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
