import { expect, it } from 'vitest';
import { makeStore } from './documents/store/document-store.ts';
import { readSettings } from './settings.ts';

const store = {
  DOCUMENTS_S3_URL: 'https://s3.example.org/documents',
  DOCUMENTS_S3_KEY_ID: 'id',
  DOCUMENTS_S3_SECRET: 'secret',
};
const read = (env: Record<string, string>) => readSettings({ ...process.env, ...env });

it('a document store with only some of its settings is refused in one sentence that names the missing ones', () => {
  const { DOCUMENTS_S3_SECRET: _, ...some } = store;
  expect(() => read(some)).toThrow('The document store also needs DOCUMENTS_S3_SECRET.');
  expect(() => read({ ...store, DOCUMENTS_S3_URL: 'ftp://example.org' })).toThrow('DOCUMENTS_S3_URL');
});

it('a document store with all of its settings is used instead of the database', () => {
  expect(makeStore(read(store), undefined as never)).toHaveProperty('put');
});

it('a setting that is empty is one that is not set', () => {
  const nothing = {
    DOCUMENTS_S3_URL: '',
    DOCUMENTS_S3_KEY_ID: '',
    OIDC_ISSUER: '',
    RETAIN_REJECTED_DAYS: '',
  };
  expect(read(nothing)).toEqual(readSettings(process.env));
});
