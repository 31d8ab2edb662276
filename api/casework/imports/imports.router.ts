import { z } from 'zod';
import { reviewerProcedure } from '#api/accounts/procedures.ts';
import { matterNumberPattern } from '#api/casework/matters/matter-number.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import type { AuditDetails } from '#api/platform/audit/audit-chain.ts';
import { recordId, stream, textLine } from '#api/platform/input.ts';
import { router } from '#api/platform/trpc.ts';
import { decideRow, mapImport, saveImport, takeImportBack } from './change-import.ts';
import { rowGroups } from './import.model.ts';
import { importFile } from './import-file.ts';
import { chooseToOpen } from './open-row.ts';
import { listImportRows, listImports, readImport } from './read-import.ts';

const imported = z.strictObject({ id: recordId });
const column = z.int().min(0).max(59).optional();
/** The zones that forms offer are names of IANA. */
const mapping = z.strictObject({
  ...{ ssn: column, birth: column, first: column, last: column, name: column, level: column },
  ...{ status: column, day: column, next: column, time: column },
  zone: z.string().regex(/^[A-Za-z]+\/[A-Za-z_]{1,30}$/),
});
const decided = z.object({
  row: z.int().min(1).max(9_999_999),
  matter: z.string().regex(matterNumberPattern).nullable(),
});
const untold = 'Saving the import tells each client whom it is about.';

/** @returns which row was decided, and for which matter. */
function decisionIn(input: unknown): AuditDetails {
  const { row, matter } = decided.safeParse(input).data ?? {};
  return { ...(row && { row }), ...(matter && { matter }) };
}

/** Files of claim status. */
export const importsRouter = router({
  list: reviewerProcedure
    .meta({ audit: ['lists', 'Read the list'] })
    .input(z.strictObject({ cursor: z.string().max(60).nullish() }))
    .query(({ ctx, input }) => listImports(input, ctx.deps)),

  /** Reads a file, which a page passes in process. */
  add: reviewerProcedure
    .meta({ audit: ['files', 'Uploaded a file of claim status'], untold: 'It reads nobody’s record.' })
    .input(z.strictObject({ file: stream<Uint8Array>() }))
    .mutation(({ ctx, input: { file } }) => importFile({ file, staff: ctx.staff.userId }, ctx.deps)),

  detail: reviewerProcedure
    .meta({ audit: ['looks', 'Opened'], page: '/admin/import', untold })
    .input(imported)
    .query(({ ctx, input }) => readImport(input, ctx.deps)),

  rows: reviewerProcedure
    .meta({ audit: ['lists', 'Read rows'] })
    .input(
      imported.extend({
        group: z.enum(rowGroups),
        after: z
          .string()
          .regex(/^\d{7}$/)
          .nullish(),
      }),
    )
    .query(async ({ ctx, input }) =>
      listImportRows(input, { ...ctx.deps, closings: await readFederalClosings(ctx.deps) }),
    ),

  map: reviewerProcedure
    .meta({ audit: ['changes', 'Said what the columns mean'] })
    .input(imported.extend({ mapping }))
    .mutation(({ ctx, input }) => mapImport(input, ctx.deps)),

  decide: reviewerProcedure
    .meta({ audit: ['decisions', 'Decided whose a row is'], details: decisionIn })
    .input(imported.extend(decided.shape))
    .mutation(({ ctx, input }) => decideRow({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** For one row, or for all that have what a matter needs. */
  open: reviewerProcedure
    .meta({ audit: ['decisions', 'Chose to open matters'], details: decisionIn })
    .input(imported.extend({ row: decided.shape.row.nullable() }))
    .mutation(({ ctx, input }) => chooseToOpen({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  save: reviewerProcedure
    .meta({
      audit: ['changes', 'Saved the import'],
      entries: { 'imports.entered': ['changes', 'Entered what an imported file says'] },
    })
    .input(imported)
    .mutation(({ ctx, input }) => saveImport({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  takeBack: reviewerProcedure
    .meta({
      audit: ['changes', 'Took the import back'],
      entries: { 'imports.corrected': ['changes', 'Took back what an imported file says'] },
    })
    .input(imported.extend({ agreedBy: textLine(120) }))
    .mutation(({ ctx, input }) => takeImportBack({ ...input, staff: ctx.staff }, ctx.deps)),
});
