import { z } from 'zod';
import { clientProcedure, unrecordedAdminProcedure } from '#api/accounts/procedures.ts';
import { countUnread } from '#api/casework/clients/client-documents.ts';
import { maxSentNoteCharacters, sentTypeNames } from '#api/casework/clients/document-types.ts';
import { router } from '#api/platform/trpc.ts';
import { listSent, openSent, sendFiles } from './client-uploads.ts';

const isIterable = (files: unknown) =>
  typeof files === 'object' && files !== null && Symbol.asyncIterator in files;

/** Papers that clients send, with an account that staff have confirmed or without. */
export const uploadsRouter = router({
  list: clientProcedure.query(({ ctx }) => listSent(ctx.client.userId, ctx.deps)),

  /** The page passes the files in process, as they arrive; over HTTP nothing can be uploaded here. */
  send: clientProcedure
    .input(
      z.strictObject({
        type: z.enum(sentTypeNames),
        note: z
          .string()
          .max(2 * maxSentNoteCharacters)
          .trim()
          .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u)
          .refine((text) => [...text].length <= maxSentNoteCharacters),
        files: z.custom<AsyncIterable<AsyncIterable<Uint8Array>>>(isIterable),
      }),
    )
    .mutation(({ ctx, input }) => sendFiles({ ...input, client: ctx.client.userId }, ctx.deps)),

  /** The page reads its content in process. */
  documentFile: clientProcedure
    .input(z.strictObject({ document: z.string().regex(/^[0-9a-f]{24}$/) }))
    .query(({ ctx, input }) => openSent({ ...input, client: ctx.client.userId }, ctx.deps)),

  /** For the dashboard of staff: a number, and whose page to open. */
  unread: unrecordedAdminProcedure.query(({ ctx }) => countUnread(ctx.deps)),
});
