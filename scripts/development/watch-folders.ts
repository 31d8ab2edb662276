import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

export type FileEvent = 'add' | 'change' | 'unlink';

/** Writing a file is several events; what is read after this time is whole. */
const settleMs = 15;
const notFollowed = new Set(['node_modules', 'build', '.next', '.react-router']);

/**
 * Tells of every file below the folders that is written, made, replaced or deleted. It watches folders only: a watch on a
 * file stays with the old one when an editor or `git checkout` puts another in its place.
 *
 * @returns how to end it.
 */
export function watchFolders(
  folders: readonly string[],
  changed: (event: FileEvent, file: string) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  const files = new Set<string>();
  const touched = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function follow(folder: string): void {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      if (name) touch(join(folder, name));
    });
    // A folder that is gone.
    watcher.on('error', () => leave(folder));
    watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isFile()) files.add(path);
      else if (entry.isDirectory() && !notFollowed.has(entry.name)) follow(path);
    }
  }

  function leave(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function touch(path: string): void {
    touched.add(path);
    clearTimeout(timer);
    timer = setTimeout(tell, settleMs);
  }

  function tell(): void {
    const paths = [...touched];
    touched.clear();
    for (const path of paths) tellOf(path);
  }

  function tellOf(path: string): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) forget(path);
    else if (found.isFile()) {
      const event = files.has(path) ? 'change' : 'add';
      files.add(path);
      changed(event, path);
    } else if (found.isDirectory() && !watchers.has(path) && !notFollowed.has(path.split('/').at(-1) ?? '')) {
      const before = new Set(files);
      follow(path);
      for (const file of files) if (!before.has(file)) changed('add', file);
    }
  }

  /** A file that is gone, or a folder with all that was in it. */
  function forget(path: string): void {
    for (const folder of watchers.keys()) if (isIn(folder, path)) leave(folder);
    for (const file of files) {
      if (!isIn(file, path)) continue;
      files.delete(file);
      changed('unlink', file);
    }
  }

  for (const folder of folders) follow(folder);
  return () => {
    clearTimeout(timer);
    for (const folder of watchers.keys()) leave(folder);
  };
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(join(folder, '/'));
}
