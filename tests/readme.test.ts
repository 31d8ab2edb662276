import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  it('names only files and folders that exist', () => {
    const inCode = [
      ...readme.matchAll(/`([\w@./-]+\/[\w./-]*|[\w.-]+\.(?:ts|tsx|json|yml|md|example))`/g),
    ].map(([, path]) => path);
    const inTree = [...readme.matchAll(/^ {4}(\w+\/) /gm)].map(([, path]) => path);
    const paths = [...inCode, ...inTree].filter(
      (path) => path && !path.startsWith('data/') && !path.startsWith('/'),
    );
    expect(paths.length).toBeGreaterThan(20);
    const known = (path = '') => existsSync(join(root, path)) || existsSync(join(root, 'web', path));
    expect(paths.filter((path) => !known(path))).toEqual([]);
  });

  it('names only scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = [...readme.matchAll(/npm (?:run )?([\w:]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'ci');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
  });
});
