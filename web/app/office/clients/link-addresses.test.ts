import { describe, expect, test } from 'vitest';
import {
  linkByReferencePaths,
  linkDialogName,
  linkDialogPath,
  linkDialogPaths,
  readLinkDialog,
  recordPath,
} from './links.ts';

const client = '/admin/client/4a1d6c3e-0000-4000-8000-0123456789ab';
const record = '0123456789abcdef01234567';

describe('the dialog that says whose a record is', () => {
  test.each([
    ['evaluation', 'linked', `evaluations/${record}/link`],
    ['evaluation', 'separate', `evaluations/${record}/separate`],
    ['contract', 'linked', `contracts/${record}/link`],
    ['contract', 'separate', `contracts/${record}/separate`],
  ] as const)('has an address that says what it is about: %s, %s', (kind, state, path) => {
    expect(linkDialogPath(kind, record, state)).toBe(path);
    expect(readLinkDialog(`${client}/${path}`)).toEqual({ kind, state });
    expect(linkDialogPaths).toContain(path.replace(record, ':record'));
  });

  test.each([
    ['link-evaluation', 'evaluation'],
    ['link-contract', 'contract'],
  ])('asks for the reference of a record, which it can only link: %s', (path, kind) => {
    expect(readLinkDialog(`${client}/${path}`)).toEqual({ kind, state: 'linked' });
    expect(linkByReferencePaths).toContain(path);
  });

  test('is opened by two links with different names where both decisions are open', () => {
    expect(linkDialogName(record, 'linked')).not.toBe(linkDialogName(record, 'separate'));
  });
});

test.each([
  ['evaluation', `/admin/case-evaluations/${record}`],
  ['contract', `/admin/contracts/${record}`],
  ['call-request', `/admin/call-requests/${record}`],
] as const)('the page of a record is in its own list: %s', (kind, path) => {
  expect(recordPath(kind, record)).toBe(path);
});
