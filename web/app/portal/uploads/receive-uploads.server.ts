import { maxFilesAtOnce, maxSentNoteCharacters, sentTypeNames } from '@claimdesk/api/document-types';
import { data, redirect } from 'react-router';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { leaveOut, portal, uploadsPath } from '#web/app/portal/portal.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { type IncomingFile, type Multipart, readMultipart } from '#web/app/ui/files/multipart.server.ts';
import { countCharacters } from '#web/app/ui/forms/characters-left.tsx';
import { isSignedOut, type PageRequest } from '#web/app/ui/session/for-signed-in.server.ts';

export interface TypedDetails {
  type: (typeof sentTypeNames)[number];
  note: string;
}

type Outcome = Outputs['uploads']['send']['outcomes'][number];

/** The result of a form that was not accepted as a whole. */
export interface UploadOutcome {
  typed: TypedDetails;
  /** What has to be corrected, by field; then no file was read. */
  errors: Record<string, string>;
  /** The result of each file. Phones give many files the same name. */
  files: { number: number; name: string; outcome: Outcome }[];
  /** The reference of the received files; null if none was received. */
  receipt: string | null;
}

/** Files beyond those that we take at once are named as well. */
const maxNamedFiles = 10 * maxFilesAtOnce;
const unreadableName = 'We could not read this file. Give it a plain name, and choose it again';
const unreadableRest =
  'We could not read it. Give the files plain names, and send those that are missing here';

/**
 * Receives a client's upload as a stream: first checks the sender, then reads the form's fields, and only then its
 * files. For a client who was logged out in the meantime, only the fields are read, and kept until the next login.
 */
export function receiveUploads(page: PageRequest) {
  return forClient(page, async ({ api }) => {
    const signedOut = await api.clients.me().then(
      () => null,
      (error: unknown) => error,
    );
    if (signedOut && !isSignedOut(signedOut)) throw signedOut;
    const upload = await readMultipart(page.request, maxNamedFiles);
    const first = await upload.next();
    const typed = readTyped(upload.posted);
    if (signedOut || upload.posted.has('_ends')) {
      const owner = String(upload.posted.get('_owner') ?? '').slice(0, 100);
      await api.profile.keepTyped({ owner, kind: 'papers', revision: 0, answers: { ...typed } });
      // A browser does not read the response before it has sent everything.
      await upload.skip();
      throw signedOut ?? redirect(portal.loginPath(uploadsPath, 'idle'), 303);
    }
    const left = upload.posted.get(leaveOut);
    if (left !== null) {
      await upload.skip();
      if (left !== '')
        throw redirect(`${uploadsPath}?${new URLSearchParams({ receipt: String(left) })}`, 303);
      return data<UploadOutcome>({ typed, errors: {}, files: [], receipt: null });
    }
    const errors: Record<string, string> = {};
    if (countCharacters(typed.note) > maxSentNoteCharacters)
      errors.note = `Say it in ${maxSentNoteCharacters} characters or fewer`;
    if (!first) errors.files = upload.isBroken() ? unreadableName : 'Choose at least one file';
    if (!first || Object.keys(errors).length > 0) {
      await upload.skip();
      return data<UploadOutcome>({ typed, errors, files: [], receipt: null }, { status: 400 });
    }
    const names: string[] = [];
    const { receipt, outcomes } = await api.uploads.send({ ...typed, files: contents(first, upload, names) });
    if (upload.isBroken()) {
      names.push('What came after that');
      outcomes.push({ state: 'refused', text: unreadableRest });
    }
    if (receipt && outcomes.every(({ state }) => state === 'received'))
      throw redirect(`${uploadsPath}?receipt=${receipt}`, 303);
    const files = outcomes.map((outcome, at) => ({ number: at + 1, name: names[at] ?? '', outcome }));
    const status = outcomes.some(({ state }) => state === 'refused') ? 400 : 200;
    return data<UploadOutcome>({ typed, errors, files, receipt }, { status });
  });
}

function readTyped(posted: FormData): TypedDetails {
  return readKept({ type: posted.get('type'), note: posted.get('note') });
}

/** @param answers as they were kept. @returns what was typed beside the files. */
export function readKept(answers: Record<string, unknown>): TypedDetails {
  const type = String(answers.type ?? '');
  const note = String(answers.note ?? '').replaceAll('\r\n', '\n');
  return {
    type: sentTypeNames.find((each) => each === type) ?? 'other',
    note: note.replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, '').trim(),
  };
}

/** @param names gets the name of each file that is passed on, to tell the client which one was refused. */
async function* contents(first: IncomingFile, upload: Multipart, names: string[]) {
  for (let file: IncomingFile | null = first; file; file = await upload.next()) {
    names.push(file.name.replace(/[\p{Cc}\p{Cs}\p{Cf}]/gu, '').slice(0, 80));
    yield file.content;
  }
}
