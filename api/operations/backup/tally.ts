import { createHash, type Hash } from 'node:crypto';
import type { Part } from './sealed-stream.ts';

/** The three databases by what they hold; their names are settings. */
export const databaseRoles = ['cms', 'portal', 'audit'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

export interface CountedCollection {
  database: DatabaseRole;
  name: string;
  part: Part;
  rows: number;
  /** Of its rows in the order of their ids, as BSON; in hexadecimal. */
  sha256: string;
}

export interface CountedFiles {
  count: number;
  bytes: number;
  /** Of their paths and bytes, in the order of their paths; in hexadecimal. */
  sha256: string;
}

/** Counts and hashes what goes into a backup, comes out of one, or lies in a database, so that these can be compared. */
export class Tally {
  readonly collections: CountedCollection[] = [];
  readonly #files: Hash = createHash('sha256');
  #fileCount = 0;
  #fileBytes = 0;
  #current: { place: Omit<CountedCollection, 'rows' | 'sha256'>; rows: number; hash: Hash } | undefined;

  collection(database: DatabaseRole, name: string, part: Part): void {
    this.#end();
    this.#current = { place: { database, name, part }, rows: 0, hash: createHash('sha256') };
  }

  row(content: Uint8Array): void {
    if (!this.#current) throw new Error('The backup has a row of no collection.');
    this.#current.rows += 1;
    this.#current.hash.update(content);
  }

  file(path: string): void {
    this.#end();
    this.#fileCount += 1;
    this.#files.update(`\n${JSON.stringify(path)}\n`);
  }

  bytes(content: Uint8Array): void {
    this.#fileBytes += content.length;
    this.#files.update(content);
  }

  /** @returns everything; nothing can be added after that. */
  total(): { collections: CountedCollection[]; files: CountedFiles } {
    this.#end();
    const files = { count: this.#fileCount, bytes: this.#fileBytes, sha256: this.#files.digest('hex') };
    return { collections: this.collections, files };
  }

  #end(): void {
    if (!this.#current) return;
    const { place, rows, hash } = this.#current;
    this.collections.push({ ...place, rows, sha256: hash.digest('hex') });
    this.#current = undefined;
  }
}

/** @returns a sentence for each collection that differs. */
export function differences(
  expected: readonly CountedCollection[],
  found: readonly CountedCollection[],
): string[] {
  const placeOf = ({ database, name }: CountedCollection) => `${database}.${name}`;
  const there = new Map(found.map((each) => [placeOf(each), each]));
  return expected.flatMap((each) => {
    const place = placeOf(each);
    const other = there.get(place);
    if (!other) return each.rows === 0 ? [] : [`${place} is missing.`];
    if (other.rows !== each.rows) return [`${place} has ${other.rows} rows, and had ${each.rows}.`];
    return other.sha256 === each.sha256 ? [] : [`${place} has ${each.rows} rows, but not the same ones.`];
  });
}
