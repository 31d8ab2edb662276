import { acceptedFiles, fileKinds, maxDocumentBytes, tooLargeText } from '@claimdesk/api/document-types';
import { staffForms } from '@claimdesk/forms/staff-forms';
import { useEffect, useRef, useState } from 'react';
import { data, redirect } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor } from '#web/app/office/open-form.server.ts';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { leaveForStaffLogin } from '#web/app/office/staff-session.ts';
import { PlainFields, questionsOf } from '#web/app/ui/forms/plain-fields.tsx';
import '#web/app/ui/forms/widgets.css';
import { TiedField } from '#web/app/ui/forms/tied-field.tsx';
import type { Route } from './+types/add-document';
import { ClientDialogFrame } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';
import { receiveDocument } from './receive-document.server.ts';

const title = 'Upload a document';
const formId = 'add-document';

type Errors = Record<string, string>;

export function loader(page: Route.LoaderArgs) {
  // The reason is for changes.
  return openFor(page, 'clients.addDocument', () =>
    questionsOf(staffForms.document).filter(({ name }) => name !== 'reason'),
  );
}

/** The form without script. */
export async function action(page: Route.ActionArgs) {
  const { id } = page.params;
  const { status, ...received } = await receiveDocument(page, id);
  if (received.saved) throw redirect(clientPath(id), 303);
  return data(received, { status });
}

export function meta() {
  return untitledMeta;
}

export default function AddDocument({
  loaderData: questions,
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const { errors, sent, canShrink, send } = useUpload(id, actionData?.errors);
  return (
    <ClientDialogFrame
      id={id}
      name={formId}
      title={title}
      failed="The document was not uploaded"
      errors={errors}
    >
      {(closeLink) => (
        <StaffForm
          className="form"
          encType="multipart/form-data"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send(event.currentTarget);
          }}
        >
          <PlainFields
            id={formId}
            questions={questions}
            values={actionData?.typed ?? {}}
            errors={errors ?? {}}
          />
          <TiedField
            id={`${formId}_file`}
            label="File"
            hint={`Choose ${fileKinds}, of 25 MB at most. Save a longer PDF as several files. It is not checked for viruses.`}
            error={errors?.file}
          >
            {(tied) => <input {...tied} className="input" name="file" type="file" accept={acceptedFiles} />}
          </TiedField>
          <div className="button-row">
            <button type="submit" className="button">
              Upload
            </button>
            {canShrink ? (
              <button
                type="button"
                className="button secondary"
                onClick={({ currentTarget: { form } }) => form && send(form, { isShrunk: true })}
              >
                Make it smaller and upload
              </button>
            ) : null}
            {closeLink('Cancel')}
          </div>
          <div role="status" className="sending">
            {sent === null ? null : (
              <>
                <label htmlFor="progress">{sent < 1 ? 'Uploading…' : 'Checking the file…'}</label>
                <progress id="progress" className="upload-progress" max={1} value={sent} />
              </>
            )}
          </div>
        </StaffForm>
      )}
    </ClientDialogFrame>
  );
}

/**
 * Sends the form with XMLHttpRequest, because `fetch` does not report upload progress.
 *
 * @param first problems that the server rendered.
 */
function useUpload(id: string, first: Errors | undefined) {
  const [errors, setErrors] = useState(first);
  /** The sent fraction, 0 to 1; null when nothing is being sent. */
  const [sent, setSent] = useState<number | null>(null);
  /** Whether the chosen file is a picture that is too large. */
  const [canShrink, setCanShrink] = useState(false);
  const running = useRef<XMLHttpRequest>(null);
  useEffect(() => () => running.current?.abort(), []);

  function fail(problems: Errors) {
    running.current = null;
    setSent(null);
    setErrors(problems);
  }

  async function send(form: HTMLFormElement, { isShrunk = false } = {}) {
    if (running.current) return;
    const posted = new FormData(form);
    const file = posted.get('file');
    setCanShrink(false);
    if (file instanceof File && file.size > maxDocumentBytes) {
      if (!isShrunk) {
        setCanShrink(file.type.startsWith('image/'));
        return fail({ file: tooLargeText });
      }
      try {
        const { shrinkPicture } = await import('#web/app/ui/files/shrink-picture.ts');
        posted.set('file', await shrinkPicture(file));
      } catch {
        return fail({ file: 'Your browser could not make this picture smaller. Choose a smaller one' });
      }
      if (running.current) return;
    }
    const request = new XMLHttpRequest();
    running.current = request;
    setErrors(undefined);
    setSent(0);
    request.upload.onprogress = ({ loaded, total }) => setSent(loaded / total);
    request.onerror = () =>
      fail({ '': 'The connection was lost. The file is still chosen: upload it again' });
    request.onload = () => {
      const answer = readAnswer(request.responseText);
      if (answer?.saved) window.location.assign(clientPath(id));
      else if (answer?.errors) fail(answer.errors);
      else if (new URL(request.responseURL).pathname === '/admin/login') leaveForStaffLogin();
      else fail({ '': answer?.message ?? 'Something went wrong on our side. Please try again.' });
    };
    request.open('POST', `${clientPath(id)}/upload`);
    request.setRequestHeader('accept', 'application/json');
    request.send(posted);
  }

  return { errors, sent, canShrink, send };
}

function readAnswer(text: string): { saved?: boolean; errors?: Errors; message?: string } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
