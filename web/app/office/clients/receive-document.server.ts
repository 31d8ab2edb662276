import { type DocumentType, documentTypeNames } from '@claimdesk/api/document-types';
import { staffForms } from '@claimdesk/forms/staff-forms';
import { validateAnswers } from '@claimdesk/forms/validate';
import { forStaff, leaveNotice, requireFor, requireStaffForm } from '#web/app/office/staff-request.server.ts';
import { type IncomingFile, type Multipart, readMultipart } from '#web/app/ui/files/multipart.server.ts';
import { fieldErrorsOf, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import { isSignedOut, type PageRequest } from '#web/app/ui/session/for-signed-in.server.ts';

/** What was typed beside the file. */
export interface NamedDocument {
  title: string;
  type: DocumentType | '';
}

/** The result of an upload. */
export type Received =
  | { saved: true; status: 200 }
  | { saved: false; status: number; typed: NamedDocument; errors: Record<string, string> };

/**
 * Receives an uploaded document as a stream: first checks the sender, then the form's token and fields, which come
 * before the file, and only then reads the file itself.
 */
export function receiveDocument(page: PageRequest, id: string): Promise<Received> {
  return forStaff(page, async (site) => {
    await requireFor(site, 'clients.addDocument');
    const upload = await readMultipart(page.request, 2);
    const file = await upload.next();
    let hasMoreFiles = false;
    const typed = readNamed(upload.posted);
    const refused = async (status: number, errors: Record<string, string>): Promise<Received> => {
      await upload.skip();
      return { saved: false, status, typed, errors };
    };
    try {
      await requireStaffForm(site, upload.posted);
      const problems = problemsOf(typed);
      if (!file) problems.file = upload.isBroken() ? unreadableName : 'Choose a file';
      if (!file || typed.type === '' || Object.keys(problems).length > 0) return await refused(400, problems);
      const content = onlyFile(file, upload, () => {
        hasMoreFiles = true;
      });
      await site.api.clients.addDocument({ id, title: typed.title, type: typed.type, file: content });
      leaveNotice(site, 'document-added');
      return { saved: true, status: 200 };
    } catch (error) {
      if (isSignedOut(error)) throw error;
      if (hasMoreFiles) return refused(400, { file: 'Choose one file at a time' });
      const refusal = refusalOf(error);
      return refused(refusal.status, fieldErrorsOf(refusal));
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

/** @returns a sentence for each field that has to be corrected. The reason is for changes. */
export function problemsOf(named: NamedDocument): Record<string, string> {
  const verdict = validateAnswers(staffForms.document, named);
  const { reason: _, ...problems } = verdict.ok ? {} : verdict.errors;
  return problems;
}

const unreadableName = 'We could not read this file. Give it a plain name, and choose it again';
/** Fails at its end when another file follows. */
async function* onlyFile(
  { content }: IncomingFile,
  upload: Multipart,
  onMore: () => void,
): AsyncGenerator<Uint8Array> {
  yield* content;
  if ((await upload.next()) === null) return;
  onMore();
  throw new Error('Another file followed.');
}
