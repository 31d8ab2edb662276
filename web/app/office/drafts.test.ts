import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetDraft, forgetSavedDrafts, readDraft } from './drafts.ts';

const claim = '/admin/client/4a1d6c3e-0000-4000-8000-0123456789ab/claim';
const note = '/admin/client/4a1d6c3e-0000-4000-8000-0123456789ab/add-note';
const draft = { fields: { text: 'Called from work.' }, hidden: { key: 'key-1' } };

/** A browser's storage: what is kept are its own properties, as in a browser. */
class Storage {
  [name: string]: unknown;
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(this[name]) : null;
  }
  setItem(name: string, value: string): void {
    this[name] = value;
  }
  removeItem(name: string): void {
    delete this[name];
  }
}

let storage: Storage;
const keep = (path: string, value: unknown) => storage.setItem(`draft/${path}`, JSON.stringify(value));
const kept = () => Object.keys(storage);

beforeEach(() => {
  storage = new Storage();
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

describe('what was typed in a dialog', () => {
  test('is not there where nothing was, and not in another dialog', () => {
    keep(claim, draft);
    expect(readDraft(note)).toBeUndefined();
  });

  test.each(['', 'null', '"text"', '{}', '{"fields":{}}', '{"fields":"x","hidden":{}}', '{"fields":'])(
    'is not there where what is kept is no draft: %s',
    (text) => {
      storage.setItem(`draft/${note}`, text);
      expect(readDraft(note)).toBeUndefined();
    },
  );

  test('is not there where the browser keeps nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(readDraft(note)).toBeUndefined();
    expect(() => forgetDraft(note)).not.toThrow();
  });

  test('is there with the key and the version that it was begun with', () => {
    keep(note, draft);
    expect(readDraft(note)).toEqual(draft);
  });
});

describe('what is forgotten', () => {
  beforeEach(() => {
    keep(claim, { fields: { since: '2026-01-05' }, hidden: { version: '2' } });
    keep(note, draft);
    storage.setItem('drafts-of', 'an-account');
  });

  test('is the draft of a dialog that was closed, and no other', () => {
    forgetDraft(note);
    expect(kept()).toEqual([`draft/${claim}`, 'drafts-of']);
  });

  test('is nothing while none of the saved notes is the one that was typed', () => {
    forgetSavedDrafts(['key-2', 'key-3']);
    expect(kept()).toHaveLength(3);
  });

  test('is a note once it is among those that are saved', () => {
    forgetSavedDrafts(['key-2', 'key-1']);
    expect(kept()).toEqual([`draft/${claim}`, 'drafts-of']);
  });

  test('is also what cannot be read', () => {
    storage.setItem('draft/damaged', '{');
    forgetDraft(note);
    expect(kept()).toEqual([`draft/${claim}`, 'drafts-of']);
  });
});
