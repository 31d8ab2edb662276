import { Readable } from 'node:stream';
import { type DocumentType, documentTypeNames, maxTitleCharacters } from '@claimdesk/api/document-types';
import { isDomainError } from '@claimdesk/api/domain-error';
import busboy from 'busboy';
import {
  failedChange,
  forStaff,
  leaveNotice,
  requireFor,
  requireStaffForm,
} from '#web/app/routes/admin/staff-request.server.ts';
import { isSignedOut, type PageRequest } from '#web/app/session/for-signed-in.server.ts';

/** What was typed beside the file. */
export interface NamedDocument {
  title: string;
  type: DocumentType | '';
}

/** What came of an upload. */
export type Received =
  | { saved: true; status: 200 }
  | { saved: false; status: number; typed: NamedDocument; errors: Record<string, string> };

/**
 * Takes an uploaded document as it arrives: first who sends it, then the form's token and fields, which come before the
 * file, and only then the file itself.
 */
export function receiveDocument(page: PageRequest, id: string): Promise<Received> {
  return forStaff(page, async (site) => {
    await requireFor(site, 'clients.addDocument');
    const upload = await readUpload(page.request);
    const typed = readNamed(upload.posted);
    const refused = async (status: number, errors: Record<string, string>): Promise<Received> => {
      await upload.skip();
      return { saved: false, status, typed, errors };
    };
    try {
      await requireStaffForm(site, upload.posted);
      const problems = problemsOf(typed);
      if (!upload.file) problems.file = upload.broken ? unreadableName : 'Choose a file';
      if (!upload.file || typed.type === '' || Object.keys(problems).length > 0)
        return await refused(400, problems);
      await site.api.clients.addDocument({ id, title: typed.title, type: typed.type, file: upload.file });
      leaveNotice(site, 'document-added');
      return { saved: true, status: 200 };
    } catch (error) {
      if (isSignedOut(error)) throw error;
      if (upload.hasMoreFiles()) return refused(400, { file: 'Choose one file at a time' });
      const { status, text } = failedChange(error);
      const fields = isDomainError(error) ? error.fields : {};
      return refused(status, Object.keys(fields).length > 0 ? fields : { '': text });
    }
  });
}

export function readNamed(posted: FormData): NamedDocument {
  const type = String(posted.get('type') ?? '');
  return {
    title: String(posted.get('title') ?? '').trim(),
    type: documentTypeNames.find((each) => each === type) ?? '',
  };
}

/** @returns a sentence for each field that has to be corrected. */
export function problemsOf({ title, type }: NamedDocument): Record<string, string> {
  const wrongTitle = problemOfTitle(title);
  return {
    ...(wrongTitle && { title: wrongTitle }),
    ...(type === '' && { type: 'Choose what it is' }),
  };
}

function problemOfTitle(title: string): string | undefined {
  if (title === '') return 'Enter a title';
  if (title.length > maxTitleCharacters) return `Enter a title of ${maxTitleCharacters} characters or fewer`;
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(title)) return 'Enter a title on one line, of letters and digits';
  return undefined;
}

interface Upload {
  /** The fields before the file. */
  posted: FormData;
  /** Whether the form could not be read to its file, as with control characters in the file's name. */
  broken: boolean;
  /** The file as it arrives; it fails when another file follows. Null when none was chosen. */
  file: AsyncIterable<Uint8Array> | null;
  hasMoreFiles(): boolean;
  /** Reads what is left and keeps nothing of it, so that the browser gets its answer. */
  skip(): Promise<void>;
}

const unreadableName = 'We could not read this file. Give it a plain name, and choose it again';
const limits = { fields: 8, fieldSize: 4_096, fieldNameSize: 100, parts: 12, headerPairs: 20 };

const nothing = { broken: false, file: null, hasMoreFiles: () => false, skip: async () => {} };

/** Reads a form up to its file. A form without one, such as a plain post, is read as a whole. */
async function readUpload(request: Request): Promise<Upload> {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body || !type.startsWith('multipart/form-data')) {
    return { ...nothing, posted: await request.formData() };
  }
  const posted = new FormData();
  const source = Readable.fromWeb(request.body as import('node:stream/web').ReadableStream);
  let parser: busboy.Busboy;
  try {
    parser = busboy({ headers: { 'content-type': type }, limits });
  } catch {
    return { ...nothing, posted, broken: true };
  }
  let files = 0;
  let broken = false;
  const ended = new Promise<void>((resolve) => {
    parser.once('close', resolve);
    parser.once('error', () => {
      broken = true;
      source.resume();
      source.once('close', resolve);
    });
    source.once('error', (error) => parser.destroy(error));
  });
  const first = await new Promise<Readable | null>((resolve) => {
    parser.on('field', (name, value) => posted.append(name, value));
    parser.on('file', (_name, stream, { filename }) => {
      // A field in which no file was chosen is sent as a file without a name.
      if (filename) files += 1;
      // Whoever reads it is told; before, nobody listens.
      stream.on('error', () => {});
      if (filename && files === 1) resolve(stream);
      else stream.resume();
    });
    void ended.then(() => resolve(null));
    source.pipe(parser);
  });
  return {
    posted,
    broken,
    file: first && untilTheEnd(first, ended, () => files > 1),
    hasMoreFiles: () => files > 1,
    async skip() {
      first?.resume();
      await ended;
    },
  };
}

async function* untilTheEnd(
  file: Readable,
  ended: Promise<void>,
  hasMoreFiles: () => boolean,
): AsyncGenerator<Uint8Array> {
  yield* file.iterator({ destroyOnReturn: false });
  await ended;
  if (hasMoreFiles()) throw new Error('Another file followed.');
}
