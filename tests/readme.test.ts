import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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
    const named = [...readme.matchAll(/npm (?:run )?([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'ci');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
  });
});

/** The files of each traced request, with the procedure by which a file is called. */
const traces = readme
  .slice(readme.indexOf('## Three requests'), readme.indexOf('## Add a question'))
  .split(/\n\n(?=\*\*)/)
  .slice(1)
  .map((trace) => ({
    title: /\*\*(.*?)\*\*/.exec(trace)?.[1] ?? '',
    stations: [...trace.matchAll(/^\d+\. `([\w@./-]+\.tsx?)`: (?:`([a-z]\w+\.[a-z]\w+)`)?/gim)].map(
      ([, file = '', procedure]) => ({ file, procedure }),
    ),
  }));
/** What the README calls tables of contents: all that they list is found there. */
const tables = ['web/app/routes.ts', 'web/site.ts', 'api/collections.ts', 'api/operations/jobs.ts'];
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** @returns the files that one of ours imports, not only for their types, or routes to, from the root of the repository. */
function importsOf(file: string): string[] {
  const relativeTo = (path: string) => relative(root, join(root, dirname(file), path));
  const imported = [...sourceOf(file).matchAll(/^import (?!type )[^;]*? from '([^']+)';/gm)].map(
    ([, path = '']) => (path.startsWith('.') ? relativeTo(path) : path.replace(/^#/, '')),
  );
  const routed = [...sourceOf(file).matchAll(/'((?:public|portal|office)\/[^']+)'/g)].map(([, path = '']) =>
    relativeTo(path),
  );
  return [...imported, ...routed];
}

/** @returns the file of the router that has a procedure. */
function routerOf(procedure: string): string | undefined {
  const table = sourceOf('api/router.ts');
  const router =
    new RegExp(`^  ${procedure.split('.')[0]}: (?:router\\(\\{ \\w+: )?(\\w+)`, 'm').exec(table)?.[1] ??
    'makeQueueRouters';
  return new RegExp(`import \\{ ${router} \\} from '\\./(.*)'`).exec(table)?.[1];
}

describe.each(traces)('the trace "$title" in the README', ({ stations }) => {
  it('names at most twelve files', () => {
    expect(stations.length).toBeGreaterThan(2);
    expect(stations.length).toBeLessThanOrEqual(12);
  });

  it('is true: each file is imported by one before it, stands in a table, or has the procedure that one before calls', () => {
    const broken = stations.filter(({ file, procedure }, at) => {
      const before = stations.slice(0, at).map((station) => station.file);
      if (!procedure) return ![...tables, ...[...tables, ...before].flatMap(importsOf)].includes(file);
      const call = new RegExp(`\\.${procedure.split('.')[1]}\\b`);
      return !before.some((from) => call.test(sourceOf(from))) || `api/${routerOf(procedure)}` !== file;
    });
    expect(broken).toEqual([]);
  });
});

it('the README traces three requests', () => expect(traces).toHaveLength(3));
