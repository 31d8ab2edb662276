import type { Answers } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { NotFound, ValidationError } from 'payload';
import type { Session } from '#api/accounts/sessions.ts';
import { attorneyModel, type StoredAttorney } from '#api/content/attorneys/attorney.model.ts';
import { changedFields } from '#api/platform/audit/audit-chain.ts';
import { changeRecorder } from '#api/platform/audit/audit-log.ts';
import { inContentTransaction } from '#api/platform/database/content-transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import { type AttorneyFields, attorneyOf } from './attorney-fields.ts';
import { noAttorney, versionOf } from './list-directory.ts';

interface EditingContext {
  deps: Pick<Deps, 'payload' | 'content' | 'log' | 'audit'>;
  staff: Pick<Session, 'userId'>;
}

/** The name of the saver, as editors see it in the CMS. */
const asStaff = { savedBy: 'Staff in the back office' };

/**
 * Adds an attorney to the public directory, through the CMS.
 *
 * @param key of the opened form: the same key adds one attorney, so a double click or a repeated post adds no second one.
 * @throws DomainError `bad-input` with a sentence for each field to correct.
 */
export async function addAttorney(
  { key, answers }: { key: string; answers: Answers },
  context: EditingContext,
): Promise<void> {
  const { payload } = context.deps;
  const attorney = validAttorney(answers);
  try {
    await inContentTransaction(context.deps, ({ req }) =>
      payload.create({
        collection: 'attorneys',
        data: { ...attorney, listed: true, submission_key: key },
        depth: 0,
        context: asStaff,
        req,
      }),
    );
  } catch (error) {
    const refused = error instanceof ValidationError ? error.data.errors : [];
    if (refused.some(({ path }) => path === 'submission_key')) return;
    throw toDomainError(error);
  }
  noteChange('attorney added by staff', context);
}

/**
 * Changes an attorney, unless it was saved in between. Whether the attorney is listed stays as it is.
 *
 * @param version of the attorney that the form was opened with.
 * @throws DomainError `bad-input` as in `addAttorney`; `conflict` when the attorney has changed since; `not-found`.
 */
export async function changeAttorney(
  { id, version, answers }: { id: string; version: string; answers: Answers },
  context: EditingContext,
): Promise<void> {
  const { payload } = context.deps;
  const attorney = validAttorney(answers);
  const recordChange = changeRecorder(context.deps.audit, {
    actor: `staff:${context.staff.userId}`,
    action: 'directory.changed',
    subject: id,
  });
  const isChanged = await inContentTransaction(context.deps, async ({ req, session }) => {
    const stored = await attorneyModel(payload)
      .findOne({ _id: id }, null, { session })
      .lean<StoredAttorney>();
    if (!stored) throw noAttorney();
    if (versionOf(stored) !== version) {
      // The same form, posted twice.
      if (JSON.stringify(attorney) === JSON.stringify(attorneyOf(stored))) return false;
      throw new DomainError(
        'conflict',
        'Somebody saved this attorney after you opened the form. Nothing was changed, and what you typed is still here.',
      );
    }
    await recordChange(changedFields(attorneyOf(stored), attorney));
    await payload.update({ collection: 'attorneys', id, data: attorney, depth: 0, context: asStaff, req });
    return true;
  }).catch((error: unknown) => {
    throw toDomainError(error);
  });
  if (isChanged) noteChange('attorney changed by staff', context);
}

/**
 * Deletes an attorney. What visitors sent keeps the attorney's name, see `casework/referral.ts`.
 *
 * @throws DomainError `not-found`, also when a colleague was first.
 */
export async function removeAttorney({ id }: { id: string }, context: EditingContext): Promise<void> {
  const { payload } = context.deps;
  await inContentTransaction(context.deps, ({ req }) =>
    payload.delete({ collection: 'attorneys', id, depth: 0, req }),
  ).catch((error: unknown) => {
    throw error instanceof NotFound ? noAttorney() : error;
  });
  noteChange('attorney deleted by staff', context);
}

function validAttorney(answers: Answers): AttorneyFields {
  return attorneyOf(requireValid(getForm('attorney'), answers));
}

/** @returns what the CMS refused, field by field; any other error as it is. */
function toDomainError(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  const fields = Object.fromEntries(
    error.data.errors.map(({ path, message }) => [path.split('.')[0] ?? '', message]),
  );
  return new DomainError('bad-input', 'The directory does not take this entry as it is.', { fields });
}

function noteChange(event: string, { deps: { content, log }, staff }: EditingContext): void {
  // Every process learns of it from the change stream; this one need not wait for that.
  content.forget('attorneys');
  log.info(event, { staff: staff.userId });
}
