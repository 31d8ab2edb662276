import { mediumEasternDateTime, readEasternInput } from '@claimdesk/forms/eastern-time';
import { APIError, addDataAndFileToRequest, type Endpoint, type PayloadRequest } from 'payload';
import { z } from 'zod';
import { note } from '../audit-events.ts';
import { componentField } from '../fields.ts';
import { type Change, findObstacle, refuseEditors, type Scheduled } from './publish-task.ts';

export interface Entry {
  id: string;
  document: string;
  type: Change;
  /** ISO 8601. */
  at: string;
  by: string;
  /** Why it failed; shown until it is resolved. */
  failure?: string;
}

const entriesAtMost = 200;
const shape = z.strictObject({ type: z.enum(['publish', 'unpublish']), at: z.string().max(40) });

/** All scheduled changes of a collection, or of one of its documents. */
const list: Endpoint = {
  path: '/calendar',
  method: 'get',
  handler: async (req) => {
    if (!req.user) throw new APIError('Please sign in.', 401, null, true);
    const document = typeof req.query.document === 'string' ? req.query.document : undefined;
    return Response.json({ entries: await readEntries(req, document) });
  },
};

/** Schedules a change, if it could be made now. That resolves earlier failures. */
const add: Endpoint = {
  path: '/:id/calendar',
  method: 'post',
  handler: async (req) => {
    refuseEditors(req);
    await addDataAndFileToRequest(req);
    const read = shape.safeParse(req.data);
    const date = read.success ? readEasternInput(read.data.at) : undefined;
    if (!read.success || !date) throw refusal('Choose a date and a time, such as Nov 21, 2026, 3:04 PM.');
    if (date.getTime() < Date.now())
      throw refusal(`${mediumEasternDateTime(date)} has passed. Choose a later time.`);
    const id = String(req.routeParams?.id);
    const collection = collectionOf(req);
    const obstacle = await findObstacle({ collection, id, type: read.data.type }, req);
    if (obstacle) throw refusal(`This cannot be scheduled yet. ${obstacle}`);
    await remove(req, { document: id, failedOnly: true });
    await req.payload.jobs.queue({
      task: 'schedulePublish',
      input: {
        type: read.data.type,
        doc: { relationTo: collection, value: id },
        user: { relationTo: 'users', value: String(req.user?.id) },
      },
      waitUntil: date,
      req,
    });
    await note(collection, 'schedule', { subject: id }, req);
    return Response.json({ entries: await readEntries(req, id) });
  },
};

/** Cancels a scheduled change, or dismisses the notice that it failed. */
const cancel: Endpoint = {
  path: '/:id/calendar/:entry',
  method: 'delete',
  handler: async (req) => {
    refuseEditors(req);
    const { id, entry } = req.routeParams as Record<string, string>;
    await remove(req, { document: id ?? '', ...(entry ? { entry } : {}) });
    await note(collectionOf(req), 'unschedule', { subject: id ?? null }, req);
    return Response.json({ entries: await readEntries(req, id) });
  },
};

export const calendarEndpoints = [list, add, cancel];

/** The calendar beside the form, and its cell in lists. */
export const calendarField = componentField(
  'calendar',
  { Field: '/admin/calendar.tsx#Calendar', Cell: '/admin/calendar.tsx#CalendarCell' },
  { label: 'Calendar', position: 'sidebar' },
);

function refusal(sentence: string): APIError {
  return new APIError(sentence, 400, null, true);
}

/** The URL tells an endpoint of which collection it is. */
function collectionOf(req: PayloadRequest): Scheduled {
  return String(req.routeParams?.collection) as Scheduled;
}

async function readEntries(req: PayloadRequest, document?: string): Promise<Entry[]> {
  const { payload } = req;
  const { docs } = await payload.find({
    collection: 'payload-jobs',
    where: {
      and: [
        { taskSlug: { equals: 'schedulePublish' } },
        { completedAt: { exists: false } },
        { 'input.doc.relationTo': { equals: collectionOf(req) } },
        ...(document ? [{ 'input.doc.value': { equals: document } }] : []),
      ],
    },
    sort: 'waitUntil',
    limit: entriesAtMost,
    depth: 0,
    req,
  });
  return Promise.all(
    docs.map(async ({ id, input, waitUntil, hasError, log }) => {
      const { type, doc, user } = input as {
        type?: Change;
        doc: { value: string };
        user?: { value: string };
      };
      const author = user
        ? await payload.findByID({ collection: 'users', id: user.value, depth: 0, disableErrors: true, req })
        : null;
      const failure = (log?.at(-1)?.error as { message?: string } | null | undefined)?.message;
      return {
        id: String(id),
        document: doc.value,
        type: type ?? 'publish',
        at: waitUntil ?? '',
        by: author?.name ?? 'somebody who no longer works here',
        ...(hasError ? { failure: failure ?? 'Something went wrong.' } : {}),
      };
    }),
  );
}

async function remove(
  req: PayloadRequest,
  { document, entry, failedOnly }: { document: string; entry?: string; failedOnly?: boolean },
): Promise<void> {
  await req.payload.delete({
    collection: 'payload-jobs',
    where: {
      and: [
        { taskSlug: { equals: 'schedulePublish' } },
        { 'input.doc.relationTo': { equals: collectionOf(req) } },
        { 'input.doc.value': { equals: document } },
        ...(entry ? [{ id: { equals: entry } }] : []),
        ...(failedOnly ? [{ hasError: { equals: true } }] : []),
      ],
    },
    req,
  });
}
