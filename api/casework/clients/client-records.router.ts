import { Types } from 'mongoose';
import { z } from 'zod';
import { clientProcedure, reviewerProcedure, staffProcedure } from '#api/accounts/procedures.ts';
import { claimDateKindNames, claimStepNames, maxClaimText } from '#api/casework/claims/claim-steps.ts';
import { readClaimHistory } from '#api/casework/claims/list-claim-updates.ts';
import { setClaim } from '#api/casework/claims/set-claim.ts';
import { linkedKinds, linkStates } from '#api/casework/links/client-link.model.ts';
import { findLinkedClients } from '#api/casework/links/client-links.ts';
import { listShape } from '#api/casework/lists/list-request.ts';
import { readList } from '#api/casework/lists/searches.ts';
import { choicesIn } from '#api/platform/audit/audit-details.ts';
import { longText, reason, recordId, stream, textLine } from '#api/platform/input.ts';
import { router } from '#api/platform/trpc.ts';
import { editNote, listNotes, readNote } from './client-notes.ts';
import { readTimeline, timelineKinds } from './client-timeline.ts';
import { decideLink, readLinkable } from './decide-link.ts';
import { documentTypeNames, maxTitleCharacters } from './document-types.ts';
import { listClients } from './list-clients.ts';
import { findPossibleClients } from './match-contacts.ts';
import { addNoteAndTell } from './mention.ts';
import { listNewAddresses } from './new-addresses.ts';
import { markDocumentHandled, openDocumentFile } from './open-document.ts';
import { printClient } from './print-client.ts';
import { readActivity } from './read-activity.ts';
import { readClient } from './read-client.ts';
import { listDocuments, readDocument } from './read-documents.ts';
import { addDocument, changeDocument, removeDocument } from './store-document.ts';

const client = z.strictObject({ id: z.uuid() });
const cursor = z.string().max(60).nullish();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const claimText = longText(maxClaimText);
const claimDate = z.strictObject({
  kind: z.enum(claimDateKindNames).or(z.literal('')),
  day: day.or(z.literal('')),
  time: z.null().or(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
});
const written = { key: z.uuid(), text: longText(4_000).min(1) };
const document = { document: recordId };
const named = { title: textLine(maxTitleCharacters), type: z.enum(documentTypeNames) };
const kind = z.enum(linkedKinds);

/** What staff call the fields of a claim's status. */
const claimFields = {
  needed: 'Needed from the client',
  next: 'Next date',
  note: 'Note for the client',
  since: 'Since when',
};

export const clientRecordsRouter = router({
  list: staffProcedure
    .meta({ audit: ['lists', 'Read the list'] })
    .input(listShape)
    .query(({ ctx, input }) => readList(input, ctx, (request) => listClients(request, ctx))),

  /** New addresses to report to Social Security, the longest waiting first. */
  newAddresses: staffProcedure
    .meta({ audit: ['lists', 'Read the list of new addresses'] })
    .input(z.strictObject({ cursor }))
    .query(({ ctx, input }) => listNewAddresses(input, ctx.deps)),

  detail: staffProcedure
    .meta({ audit: ['looks', 'Opened'], page: '/admin/client', tells: 'clients.detail' })
    .input(client)
    .query(({ ctx, input }) => readClient(input, ctx)),

  /** Everything on one page, for printing. */
  printRecord: staffProcedure
    .meta({ audit: ['files', 'Opened the record to print it'], tells: 'clients.printRecord' })
    .input(client)
    .query(({ ctx, input }) => printClient({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  timeline: staffProcedure
    .meta({ audit: ['looks', 'Read the timeline'], tells: 'clients.detail' })
    .input(client.extend({ kind: z.enum(timelineKinds).optional(), cursor }))
    .query(({ ctx, input }) => readTimeline(input, ctx.deps)),

  /** What happened with the signed-in client's account and claim: by the client, and by our office. */
  activity: clientProcedure
    .input(z.strictObject({ cursor: z.string().max(100).nullish() }))
    .query(({ ctx, input }) => readActivity({ ...input, clientId: ctx.client.userId }, ctx.deps)),

  notes: staffProcedure
    .meta({ audit: ['looks', 'Read the notes'], tells: 'clients.detail' })
    .input(client.extend({ cursor }))
    .query(({ ctx, input }) => listNotes({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  note: staffProcedure
    .meta({ audit: ['looks', 'Read a note'], tells: 'clients.detail' })
    .input(client.extend({ note: recordId }))
    .query(({ ctx, input }) => readNote({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** `corrects`: the note that the new one corrects. `tell`: the id of the account that is mentioned. */
  addNote: reviewerProcedure
    .meta({ audit: ['changes', 'Added a note'] })
    .input(client.extend({ ...written, corrects: recordId.optional(), tell: z.string().max(40).optional() }))
    .mutation(({ ctx, input }) => addNoteAndTell({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  editNote: reviewerProcedure
    .meta({
      audit: ['changes', 'Changed a note'],
      entries: { 'clients.noteChanged': ['changes', 'Saved changes of a note'] },
    })
    .input(client.extend({ ...written, note: recordId }))
    .mutation(({ ctx, input }) => editNote({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** The client to whom staff linked an evaluation; if none, the clients it may belong to. */
  ofEvaluation: staffProcedure
    .meta({
      audit: ['looks', 'Looked up the client of an evaluation'],
      page: '/admin/case-evaluations',
      untold: 'It shows names, none of them as a record.',
    })
    .input(z.strictObject({ id: recordId }))
    .query(async ({ ctx, input: { id } }) => ({
      client: (await findLinkedClients([new Types.ObjectId(id)], ctx.deps)).get(id) ?? null,
      possible: await findPossibleClients({ id }, ctx.deps),
    })),

  /** The record to be linked, for the confirmation page. */
  linkable: reviewerProcedure
    .meta({
      audit: ['looks', 'Opened a record to decide which client it belongs to'],
      untold: 'Nobody knows yet whose the record is.',
    })
    .input(client.extend({ kind, record: recordId }))
    .query(({ ctx, input: { kind, record } }) => readLinkable({ kind, record }, ctx.deps)),

  /** Decides that a record belongs to a client, or that it does not. */
  decideLink: reviewerProcedure
    .meta({
      audit: ['decisions', 'Decided which client a record belongs to'],
      details: (input) => choicesIn(input, { kind: linkedKinds, state: linkStates }),
    })
    .input(
      z.union([
        client.extend({ kind, record: recordId, state: z.enum(linkStates), reason }),
        client.extend({ kind, reference: z.string().max(40), state: z.literal('linked'), reason }),
      ]),
    )
    .mutation(({ ctx, input }) => decideLink({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  claim: staffProcedure
    .meta({ audit: ['looks', 'Read the status of a claim'], tells: 'clients.detail' })
    .input(client)
    .query(({ ctx, input }) => readClaimHistory(input, ctx.deps)),

  /** `version`: the one that the dialog was opened with; 0 for none. */
  setClaim: reviewerProcedure
    .meta({
      audit: ['changes', 'Updated the status of a claim'],
      entries: { 'clients.claimChanged': ['changes', 'Saved the status of a claim', claimFields] },
    })
    .input(
      client.extend({
        version: z.number().int().min(0).max(100_000),
        step: z.enum(claimStepNames),
        since: day.or(z.literal('')),
        needed: claimText,
        note: claimText,
        next: z.null().or(claimDate),
        key: z.uuid(),
      }),
    )
    .mutation(({ ctx, input }) => setClaim({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  documents: staffProcedure
    .meta({ audit: ['looks', 'Read the list of documents'], tells: 'clients.detail' })
    .input(client)
    .query(({ ctx, input }) => listDocuments(input, ctx.deps)),

  document: staffProcedure
    .meta({ audit: ['looks', 'Looked at the title of a document'], tells: 'clients.detail' })
    .input(client.extend(document))
    .query(({ ctx, input }) => readDocument(input, ctx.deps)),

  /** The page passes the file in-process, as it arrives. Nothing can be uploaded here over HTTP. */
  addDocument: reviewerProcedure
    .meta({ audit: ['changes', 'Uploaded a document'] })
    .input(client.extend({ ...named, file: stream<Uint8Array>() }))
    .mutation(({ ctx, input }) => addDocument({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  changeDocument: reviewerProcedure
    .meta({
      audit: ['changes', 'Renamed a document'],
      entries: { 'clients.documentChanged': ['changes', 'Saved changes of a document'] },
    })
    .input(client.extend({ ...document, ...named, reason }))
    .mutation(({ ctx, input }) => changeDocument({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  removeDocument: reviewerProcedure
    .meta({ audit: ['changes', 'Deleted a document'] })
    .input(client.extend({ ...document, reason }))
    .mutation(({ ctx, input }) => removeDocument({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** For a document that nobody can open. */
  markDocumentHandled: reviewerProcedure
    .meta({ audit: ['changes', 'Marked a locked document as handled'] })
    .input(client.extend(document))
    .mutation(({ ctx, input }) => markDocumentHandled({ ...input, staff: ctx.staff.userId }, ctx.deps)),

  /** The page reads its content in-process. */
  documentFile: staffProcedure
    .meta({ audit: ['files', 'Downloaded a document'], tells: 'clients.documentFile' })
    .input(client.extend(document))
    .query(({ ctx, input }) =>
      openDocumentFile({ ...input, staff: ctx.staff.userId, role: ctx.staff.account.role }, ctx.deps),
    ),
});
