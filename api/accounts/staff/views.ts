import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { defineCollection } from '#api/platform/database/collection.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';

/** What an open page reads again by itself is the same view for as long; then it is a new one, which a client is told of again. */
export const viewMs = 60 * 60_000;

/** A viewed page of a list, or a whole viewed record. */
interface ViewedPage {
  /** Null for the beginning. */
  cursor: string | null;
  /** Where the next page began when this one was read last; null for none. */
  next: string | null;
  /** When the view was put on record. */
  at: Date;
}

/** What a session has viewed, on record. It says nothing readable. */
interface View {
  /** Hash of the session, the procedure and what it was asked, except for the page. */
  _id: string;
  /** In the order of the views. */
  pages: ViewedPage[];
  expires_at: Date;
}

/** A call that reads what an open page keeps up to date. */
interface Reading {
  action: string;
  input: unknown;
  sessionSecret: string;
}

type Dependencies = { portal: Connection };

export const viewsCollection = defineCollection<View>({
  name: 'staff_views',
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
});

/** @returns whether a view of just this by the same session is on record, not longer ago than a view lasts. */
export async function isViewed(reading: Reading, { portal }: Dependencies): Promise<boolean> {
  const { _id, cursor } = placeOf(reading);
  const at = { $gt: new Date(Date.now() - viewMs) };
  return (
    (await viewsCollection.rows(portal).findOne({ _id, pages: { $elemMatch: { cursor, at } } })) !== null
  );
}

/** Notes a view that is on record. */
export async function noteView(
  { answer, ...reading }: Reading & { answer: unknown },
  { portal }: Dependencies,
): Promise<void> {
  const { _id, cursor } = placeOf(reading);
  const found = await viewsCollection.rows(portal).findOne({ _id });
  const page = { cursor, next: nextIn(answer), at: new Date() };
  const pages = [...(found?.pages ?? []).filter((each) => each.cursor !== cursor), page].slice(-mostPages);
  await write({ _id, pages }, portal);
}

/**
 * Records a page that was read again. The next page may now start elsewhere; if it was viewed before, its cursor is moved
 * along.
 */
export async function noteReading(
  { answer, ...reading }: Reading & { answer: unknown },
  { portal }: Dependencies,
): Promise<void> {
  const { _id, cursor } = placeOf(reading);
  const pages = (await viewsCollection.rows(portal).findOne({ _id }))?.pages ?? [];
  const next = nextIn(answer);
  const read = pages.find((page) => page.cursor === cursor);
  if (!read || read.next === next) return;
  const following = pages.find((page) => read.next !== null && page.cursor === read.next);
  if (following && next !== null) following.cursor = next;
  read.next = next;
  await write({ _id, pages }, portal);
}

/** More pages of a list than a person loads by hand. */
const mostPages = 200;

async function write({ _id, pages }: Pick<View, '_id' | 'pages'>, portal: Connection): Promise<void> {
  const expires_at = new Date(Date.now() + viewMs);
  await viewsCollection.rows(portal).updateOne({ _id }, { $set: { pages, expires_at } }, { upsert: true });
}

function placeOf({ action, input, sessionSecret }: Reading): { _id: string; cursor: string | null } {
  const { cursor, direction: _, ...asked } = given.safeParse(input).data ?? {};
  const sorted = Object.entries(asked)
    .filter(([, value]) => value !== undefined && value !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([hashSecret(sessionSecret), action, sorted]);
  return {
    _id: createHash('sha256').update(text).digest('hex'),
    cursor: cursor === undefined || cursor === null ? null : String(cursor),
  };
}

/** `direction` comes from React Query, and is the same for all. */
const given = z.looseObject({ cursor: z.unknown().optional(), direction: z.unknown().optional() });

function nextIn(answer: unknown): string | null {
  return z.looseObject({ next: z.string() }).safeParse(answer).data?.next ?? null;
}
