'use client';

import { mediumEasternDateTime } from '@claimdesk/forms/eastern-time';
import { LeaveWithoutSaving, useDocumentInfo } from '@payloadcms/ui';
import { CompareDialog, ConfirmDialog } from './dialogs.tsx';
import { type Trouble, useSaving } from './use-saving.ts';

/** Collections that only admins may change. */
const ofAdmins = ['redirects', 'users'];

/**
 * The line above every form with texts: says when the person may not change it and when something is not saved, and shows
 * the question that a save waits for.
 */
export function Saving() {
  const saving = useSaving();
  const { hasSavePermission, collectionSlug = '' } = useDocumentInfo();
  const { trouble, isMended, question, kept, hasVersions, hasDrafts, saveAgain, close } = saving;
  return (
    <div className="saving">
      {hasSavePermission === false ? (
        <p className="saving__notice">
          Only {ofAdmins.includes(collectionSlug) ? 'admins' : 'publishers and admins'} can change this.
        </p>
      ) : null}
      <p className="saving__line" role="status" data-trouble={Boolean(trouble)}>
        {trouble ? sentenceFor(trouble) : isMended ? 'Saved again. Nothing is lost.' : ''}
      </p>
      {trouble && trouble.kind !== 'refused' ? (
        <button type="button" className="saving__button" onClick={() => void saveAgain()}>
          {trouble.kind === 'signedOut' ? 'Sign in and save' : 'Try again now'}
        </button>
      ) : null}
      {kept && !question && !trouble ? (
        <p className="saving__line" data-trouble="true">
          You typed something here on {mediumEasternDateTime(kept.at)} that is not in this text.{' '}
          <button type="button" className="saving__button" onClick={() => saving.showKept(kept)}>
            Look at it
          </button>
        </p>
      ) : null}
      {hasDrafts && trouble ? <LeaveWithoutSaving /> : null}
      {question?.kind === 'conflict' ? (
        <CompareDialog
          title="Somebody else changed this too"
          explanation={`${question.theirs.savedBy || 'Somebody else'} saved this text on ${mediumEasternDateTime(String(question.theirs.updatedAt))}, after you opened it. Choose which text to keep. ${hasVersions ? 'The other one is not thrown away.' : 'If you keep yours, theirs is gone: no versions of this are stored.'}`}
          theirsTitle={`Text of ${question.theirs.savedBy || 'somebody else'}`}
          differences={saving.differencesOf(question.mine, question.theirs)}
          onCancel={() => {}}
          choices={[
            {
              label: 'Keep my text',
              act: () => {
                close();
                question.answer('mine');
              },
            },
            {
              label: 'Take their text',
              act: () => saving.takeTheirs(question),
            },
          ]}
        />
      ) : null}
      {question?.kind === 'kept' ? (
        <CompareDialog
          title="Text of yours that is not here"
          explanation="This browser kept what you typed. You can put it back into the form, copy it, or delete it."
          theirsTitle="Text as it is saved"
          differences={saving.differencesFromForm(question.kept.data)}
          onCancel={close}
          choices={[
            {
              label: 'Put my text back',
              primary: true,
              act: () => void saving.putBack(question.kept),
            },
            { label: 'Delete my text', act: saving.deleteKept },
            { label: 'Not now', act: close },
          ]}
        />
      ) : null}
      {question?.kind === 'linked' ? (
        <ConfirmDialog
          title="Other pages lead here"
          explanation={question.sentence}
          confirm="Take it away all the same"
          onDone={(goes) => {
            close();
            question.answer(goes);
          }}
        />
      ) : null}
    </div>
  );
}

function sentenceFor(trouble: Trouble): string {
  if (trouble.kind === 'signedOut')
    return 'Not saved: you are signed out. Your text is kept in this browser.';
  if (trouble.kind === 'unreachable')
    return 'Not saved yet: the CMS cannot be reached. We keep trying. Your text is kept in this browser.';
  return trouble.keptAsDraft
    ? 'Not published. Your text is saved as a draft. Please fix what is marked below, then publish again.'
    : `Not saved: ${trouble.sentence} Your text is kept in this browser.`;
}
