import { expect, test } from 'vitest';
import { parseEnv } from './env.ts';

const complete = {
  NODE_ENV: 'test',
  MONGODB_URI: 'mongodb://db:27017/?replicaSet=rs0',
  APP_KEYS: '{}',
  PAYLOAD_SECRET: 'f2b7c4d19a6e8035f2b7c4d19a6e8035',
} as const;

test.each([
  ['MONGODB_URI', undefined],
  ['APP_KEYS', undefined],
  ['PAYLOAD_SECRET', undefined],
  ['PAYLOAD_SECRET', 'short'],
  ['PORT', 'three'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'www.example.org'],
  ['PUBLIC_URL', 'ftp://example.org'],
  ['CMS_ORIGIN', 'cms:3001'],
  ['TRUSTED_PROXIES', 'everybody'],
  ['DEVELOPER_PAGES', 'yes'],
  ['JOBS', 'worker'],
  ['NODE_ENV', 'staging'],
])('a missing or wrong %s is refused with a sentence that names it', (name, value) => {
  expect(() => parseEnv({ ...complete, [name]: value } as NodeJS.ProcessEnv)).toThrow(name);
});

test('every wrong value of the site is named at once', () => {
  const read = () => parseEnv({ ...complete, PORT: 'x', CMS_ORIGIN: 'y' });
  expect(read).toThrow(/PORT .+\.\nCMS_ORIGIN .+\./);
});

test('a wrong secret is never quoted', () => {
  expect(() => parseEnv({ ...complete, PAYLOAD_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/s);
});

test('a sample secret is refused in production and only there', () => {
  const sample = { ...complete, PAYLOAD_SECRET: 'change-me-change-me-change-me-change-me' };
  expect(() => parseEnv({ ...sample, NODE_ENV: 'production' })).toThrow('PAYLOAD_SECRET is a sample value');
  expect(parseEnv(sample).PAYLOAD_SECRET).toBe(sample.PAYLOAD_SECRET);
});

test('what is left out or empty has its default', () => {
  const env = parseEnv({ ...complete, PORT: '4000', HOST: '', TRUSTED_PROXIES: '' });
  expect(env).toMatchObject({
    HOST: '::',
    PUBLIC_URL: 'http://localhost:4000',
    CMS_ORIGIN: 'http://127.0.0.1:3001',
    CMS_DATABASE: 'cms',
    PORTAL_DATABASE: 'portal',
    AUDIT_DATABASE: 'audit',
    TRUSTED_PROXIES: [],
    DEVELOPER_PAGES: false,
    JOBS: 'on',
  });
});

test('of the public address only scheme and host are kept, and proxies are a list', () => {
  const env = parseEnv({
    ...complete,
    PUBLIC_URL: 'https://www.example.org/',
    TRUSTED_PROXIES: '10.0.0.2, 10.1.0.0/16,::1',
  });
  expect(env.PUBLIC_URL).toBe('https://www.example.org');
  expect(env.TRUSTED_PROXIES).toEqual(['10.0.0.2', '10.1.0.0/16', '::1']);
});
