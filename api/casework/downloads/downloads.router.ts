import { z } from 'zod';
import { clientProcedure } from '#api/accounts/procedures.ts';
import { router } from '#api/platform/trpc.ts';
import { downloadNames } from './download-names.ts';
import { downloadFile, listDownloads } from './read-downloads.ts';

export const downloadsRouter = router({
  list: clientProcedure.query(({ ctx }) => listDownloads(ctx.client.userId, ctx.deps)),

  /** The page reads its content in process. */
  documentFile: clientProcedure
    .meta({
      area: 'Client portal: downloads',
      audit: ['files', 'Downloaded a document'],
      tells: 'downloads.documentFile',
    })
    .input(z.strictObject({ name: z.enum(downloadNames) }))
    .query(({ ctx, input }) => downloadFile({ ...input, clientId: ctx.client.userId }, ctx.deps)),
});
