import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const documents = ['README.md', 'seed/README.md', ...globSync('docs/**/*.md', { cwd: root })];
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** @returns the anchors of a document, as GitHub makes them from its headings. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documentation', () => {
  test.each(documents)('%s links only to what is there', (file) => {
    const dead = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^(https?|mailto):/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#');
        const found = path ? resolve(root, dirname(file), path) : join(root, file);
        if (!existsSync(found)) return true;
        if (!anchor) return false;
        return statSync(found).isDirectory() || !anchorsIn(readFileSync(found, 'utf8')).includes(anchor);
      });
    expect(dead).toEqual([]);
  });

  // A link to a test file is followed by the titles of its tests, or by parts of them.
  test.each(documents)('%s names only tests that are there', (file) => {
    const missing: string[] = [];
    const named = read(file).matchAll(/\]\(([^)]+\.(?:test|spec)\.tsx?)\)((?:,? “[^”]+”)*)/g);
    for (const [, path = '', titles = ''] of named) {
      const found = resolve(root, dirname(file), path);
      const tests = existsSync(found) ? readFileSync(found, 'utf8') : '';
      if (!tests) missing.push(path);
      for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g))
        if (tests && !tests.includes(title)) missing.push(`${path}: ${title}`);
    }
    expect(missing).toEqual([]);
  });

  test.each(documents)('%s names only commands that are there', (file) => {
    const { scripts } = JSON.parse(read('package.json'));
    const text = read(file);
    const named = [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const files = [...text.matchAll(/\bnode (scripts\/[\w.-]+)/g)].map(([, path = '']) => path);
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('has a part for each alert, and a row in its table for each part about what goes wrong', () => {
    const operations = read('docs/operations.md');
    const runbooks = [...read('ops/alerts.yml').matchAll(/runbook: "docs\/operations\.md#([\w-]+)"/g)];
    expect(runbooks.length).toBeGreaterThan(10);
    const anchors = anchorsIn(operations);
    expect(runbooks.map(([, anchor = '']) => anchor).filter((anchor) => !anchors.includes(anchor))).toEqual(
      [],
    );
    const symptoms = operations.split(/^## /m).filter((part) => part.includes('- **First:**'));
    for (const part of symptoms) {
      const heading = part.split('\n', 1)[0] ?? '';
      expect(operations).toContain(`| [${heading}](#`);
      for (const line of ['see**', 'First:**', 'Cause:**', 'Mend:**', 'Over**'])
        expect([heading, line, part.includes(line)]).toEqual([heading, line, true]);
    }
  });

  test.each(documents)('%s names only files of the repository in code', (file) => {
    const named = [
      ...read(file).matchAll(/`((?:api|bench|cms|docs|forms|ops|scripts|seed|tests|web)\/[\w@.()/-]+)`/g),
    ];
    const missing = named
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(file), path)));
    expect(missing).toEqual([]);
  });
});
