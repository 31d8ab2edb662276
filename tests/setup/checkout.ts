import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const workspaces = ['forms', 'cms', 'api', 'web', 'seed'];
/** Build outputs, copied so that only what a test edits has to be rebuilt. */
const builds = ['forms/.generated', 'cms/.next', 'web/build'];

/**
 * Copies the current sources, uncommitted changes included, so that a test can edit them. The copy is inside the checkout,
 * where Node finds installed packages in a parent folder; only our own workspaces and the build tools are linked again.
 *
 * @returns the copy's folder and a function that deletes it.
 */
export async function copyCheckout(): Promise<{ folder: string; remove(): Promise<void> }> {
  await mkdir(join(root, '.copy'), { recursive: true });
  const folder = await mkdtemp(join(root, '.copy/'));
  const listing = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const files = listing.stdout
    .toString()
    .split('\0')
    .filter((file) => file && existsSync(join(root, file)));
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  await mkdir(join(folder, 'node_modules/@claimdesk'), { recursive: true });
  for (const name of workspaces) {
    await symlink(join(folder, name), join(folder, 'node_modules/@claimdesk', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) await symlink(own, join(folder, name, 'node_modules'));
  }
  for (const tool of ['.bin', 'next'])
    await symlink(join(root, 'node_modules', tool), join(folder, 'node_modules', tool));
  for (const build of builds) await cp(join(root, build), join(folder, build), { recursive: true });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
