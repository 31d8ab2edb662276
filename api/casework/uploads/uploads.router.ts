import { z } from 'zod';
import { clientProcedure, unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import {
  maxDocumentBytes,
  maxFilesAtOnce,
  maxSentNoteCharacters,
  sentTypeNames,
} from '#api/casework/clients/document-types.ts';
import { countUnread } from '#api/casework/clients/read-documents.ts';
import { forgetTyped } from '#api/casework/profile/typed-answers.ts';
import { recordId as documentId, longText, stream } from '#api/platform/input.ts';
import { router } from '#api/platform/trpc.ts';
import { beginUploads } from './begin-uploads.ts';
import { finishUpload } from './finish-upload.ts';
import { listSent, openSent } from './list-sent.ts';
import { receiveFiles } from './receive-files.ts';

const descriptionShape = {
  type: z.enum(sentTypeNames),
  note: longText(maxSentNoteCharacters),
};

/** In the audit log. */
const area = 'Client portal: documents sent';

/** Documents that clients send, whether staff have confirmed the account or not. */
export const uploadsRouter = router({
  list: clientProcedure.query(({ ctx }) => listSent(ctx.client.userId, ctx.deps)),

  /** The page passes the files in-process, as they arrive. Nothing can be uploaded here over HTTP. */
  send: clientProcedure
    .meta({ area, audit: ['byClients', 'Asked to send documents'], tells: 'uploads.send' })
    .input(
      z.strictObject({
        ...descriptionShape,
        files: stream<AsyncIterable<Uint8Array>>(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const sent = await receiveFiles({ ...input, client: ctx.client.userId }, ctx.deps);
      if (sent.receipt) forgetTyped({ client: ctx.client.userId, kind: 'papers' }, ctx);
      return sent;
    }),

  /** Announces files, which the browser then sends in parts (`tus.ts`). */
  begin: clientProcedure
    .meta({ area, audit: ['byClients', 'Asked to send files'], tells: 'uploads.begin' })
    .input(
      z.strictObject({
        ...descriptionShape,
        receipt: z
          .string()
          .regex(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
          .optional(),
        files: z
          .array(
            z.strictObject({
              hash: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
              size: z.int().min(1).max(maxDocumentBytes),
            }),
          )
          .min(1)
          .max(maxFilesAtOnce),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const begun = await beginUploads({ ...input, client: ctx.client.userId }, ctx.deps);
      forgetTyped({ client: ctx.client.userId, kind: 'papers' }, ctx);
      return begun;
    }),

  /** For a file that has arrived in full. */
  finish: clientProcedure
    .meta({ area, audit: ['byClients', 'Asked to finish sending a file'], tells: 'uploads.finish' })
    .input(z.strictObject({ upload: documentId }))
    .mutation(({ ctx, input }) => finishUpload({ client: ctx.client.userId, id: input.upload }, ctx.deps)),

  /** The page reads its content in-process. */
  documentFile: clientProcedure
    .meta({ area, audit: ['files', 'Downloaded a document'], tells: 'uploads.documentFile' })
    .input(z.strictObject({ document: documentId }))
    .query(({ ctx, input }) => openSent({ ...input, client: ctx.client.userId }, ctx.deps)),

  /** For the staff dashboard: the number, and whose page to open. */
  unread: unrecordedStaffProcedure.query(({ ctx }) => countUnread(ctx.deps)),
});
