import { z } from 'zod';
import { adminProcedure } from '#api/accounts/procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { addNote, editNote, listNotes, readNote } from './client-notes.ts';
import { listClients } from './list-clients.ts';
import { readClient } from './read-client.ts';

const client = z.strictObject({ id: z.uuid() });
const cursor = z.string().max(60).nullish();
const recordId = z.string().regex(/^[0-9a-f]{24}$/);
/** Line breaks and tabs are the only control characters. Characters are counted as people do, so an emoji is one. */
const noteText = z
  .string()
  .max(8_000)
  .trim()
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])+$/u)
  .refine((text) => [...text].length <= 4_000);
const written = { key: z.uuid(), text: noteText };

/** What staff read and write down about clients. */
export const clientRecordsRouter = router({
  list: adminProcedure.input(z.strictObject({ cursor })).query(({ ctx, input }) => listClients(input, ctx)),

  detail: adminProcedure.input(client).query(({ ctx, input }) => readClient(input, ctx)),

  notes: adminProcedure
    .input(client.extend({ cursor }))
    .query(({ ctx, input }) => listNotes({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  note: adminProcedure
    .input(client.extend({ note: recordId }))
    .query(({ ctx, input }) => readNote({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** `corrects`: the note that the new one corrects. */
  addNote: adminProcedure
    .input(client.extend({ ...written, corrects: recordId.optional() }))
    .mutation(({ ctx, input }) => addNote({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  editNote: adminProcedure
    .input(client.extend({ ...written, note: recordId }))
    .mutation(({ ctx, input }) => editNote({ ...input, staff: ctx.staff.userId }, ctx.deps)),
});
