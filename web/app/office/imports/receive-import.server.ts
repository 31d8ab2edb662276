import { forStaff, requireFor, requireStaffForm } from '#web/app/office/staff-request.server.ts';
import { readMultipart } from '#web/app/ui/files/multipart.server.ts';
import { fieldErrorsOf, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import { isSignedOut, type PageRequest } from '#web/app/ui/session/for-signed-in.server.ts';

export type ReceivedImport = { id: string } | { status: number; errors: Record<string, string> };

/** Receives a file of claim status as a stream: first checks the sender and the form, and only then reads the file. */
export function receiveImport(page: PageRequest): Promise<ReceivedImport> {
  return forStaff(page, async (site) => {
    await requireFor(site, 'imports.add');
    const upload = await readMultipart(page.request, 1);
    const file = await upload.next();
    try {
      await requireStaffForm(site, upload.posted);
      if (file) return await site.api.imports.add({ file: file.content });
      const text = upload.isBroken()
        ? 'We could not read this file. Give it a plain name, and choose it again'
        : 'Choose a file';
      return { status: 400, errors: { file: text } };
    } catch (error) {
      if (isSignedOut(error)) throw error;
      await upload.skip();
      const refusal = refusalOf(error);
      return { status: refusal.status, errors: fieldErrorsOf(refusal) };
    }
  });
}
