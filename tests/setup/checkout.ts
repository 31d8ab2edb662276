import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const workspaces = ['forms', 'cms', 'api', 'web', 'seed'];
/** What is built, so that a copy builds only what a test changes in it. */
const builds = ['forms/.generated', 'cms/.next', 'web/build'];

/**
 * Copies the sources as they are now, so that a test can edit them. The copy lies inside the checkout, where Node finds
 * the installed packages by looking upwards; only our own workspaces and tools are linked anew.
 *
 * @returns the copy's folder and how to remove it.
 */
export async function copyCheckout(): Promise<{ folder: string; remove(): Promise<void> }> {
  await mkdir(join(root, '.copy'), { recursive: true });
  const folder = await mkdtemp(join(root, '.copy/'));
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const files = list.stdout
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
