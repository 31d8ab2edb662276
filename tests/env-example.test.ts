import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../cms/env.ts';
import { parseEnv } from '../web/env.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** What one program of ours tells another, and what is not ours. */
const notForPeople = ['MONGODB_SOURCE', 'PATH', 'SEEDED_DATA_DIR', 'TEST_ALL', 'TMPDIR'];
/** Shown by an example: its default is to believe no proxy. */
const shownByExample = 'TRUSTED_PROXIES';

const lines = [...read('.env.example').matchAll(/^(# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
  ([, comment, name = '', value = '']) => ({ name, value, active: !comment }),
);
const valuesOf = (some: typeof lines) => Object.fromEntries(some.map(({ name, value }) => [name, value]));

/** What has no default, or none that a deployment may rely on. */
const needed = {
  NODE_ENV: 'development',
  MONGODB_URI: 'mongodb://127.0.0.1',
  APP_KEYS: '{}',
  PAYLOAD_SECRET: 'f2b7c4d19a6e8035f2b7c4d19a6e8035',
} as const;

describe('the example of the settings', () => {
  it('lists every setting that a process reads, and no other', () => {
    const found = new Set<string>();
    const add = (file: string, pattern: RegExp) => {
      for (const [, name = ''] of read(file).matchAll(pattern)) found.add(name);
    };
    for (const file of ['api/platform/settings.ts', 'web/env.ts', 'cms/env.ts'])
      add(file, /^ {2}([A-Z][A-Z0-9_]+):/gm);
    for (const file of globSync('{scripts,seed}/**/*.ts', {
      cwd: root,
      exclude: ['**/*.test.ts', '**/node_modules/**'],
    }))
      add(file, /process\.env\.([A-Z][A-Z0-9_]+)/g);
    add('docker-compose.yml', /\$\{([A-Z][A-Z0-9_]+)/g);
    for (const name of notForPeople) found.delete(name);
    const names = lines.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual([...found].toSorted());
  });

  it('has the default of each setting that it sets', () => {
    const active = valuesOf(lines.filter((line) => line.active));
    expect(Object.keys(active).length).toBeGreaterThan(5);
    expect(parseEnv({ ...needed, ...active })).toEqual(parseEnv(needed));
    expect(readEnvironment({ ...needed, ...active })).toEqual(readEnvironment(needed));
  });

  it('names the default of each setting that has one', () => {
    const defaults: Record<string, unknown> = parseEnv(needed);
    const named = lines.filter(({ name }) => defaults[name] !== undefined && !(name in needed));
    const values = valuesOf(named.filter(({ name }) => name !== shownByExample));
    expect(named.map(({ name }) => name)).toContain(shownByExample);
    expect(parseEnv({ ...needed, ...values })).toEqual(defaults);
  });

  it('gives examples that are accepted', () => {
    const examples = lines.filter(({ name, value }) => value && name !== 'NODE_ENV');
    expect(() => parseEnv({ ...needed, ...valuesOf(examples) })).not.toThrow();
  });
});
