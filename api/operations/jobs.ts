import { correctSignersWhenDue } from '#api/casework/contracts/mark-signers.ts';
import { workOnImports } from '#api/casework/imports/work-import.ts';
import { mailDueWhenDue } from '#api/casework/matters/due-mail.ts';
import { passDaysWhenDue } from '#api/casework/matters/pass-days.ts';
import { finishWhenDue } from '#api/casework/uploads/finish-upload.ts';
import { preparePdfs } from '#api/casework/uploads/prepare-pdfs.ts';
import { scanWhenDue } from '#api/casework/uploads/scan-uploads.ts';
import { purgeCdn } from '#api/content/cdn-purge.ts';
import { publishWhenDue } from '#api/content/publish-when-due.ts';
import type { Deps } from '#api/platform/deps.ts';
import { deliverOutbox } from '#api/platform/email/deliver-outbox.ts';
import { makeMailer } from '#api/platform/email/mailer.ts';
import { makeRecipientLimit } from '#api/platform/email/recipient-limit.ts';
import { collectWhenDue } from '#api/platform/email/staff-notices.ts';
import type { Job } from '#api/platform/jobs/jobs.ts';
import { checkAuditWhenDue } from './audit-check.ts';
import { backUpWhenDue, rehearseWhenDue } from './backup/backup-job.ts';
import { convertWhenDue } from './convert-history.ts';
import { purgeWhenDue } from './purge-expired.ts';
import { recordCmsEvents } from './record-cms-events.ts';

/** @returns every job: all that is done in the background, apart from what each process keeps current in its memory. */
export function listJobs(deps: Deps): readonly Job[] {
  const { portal, keys, settings, limits, log, readFirm } = deps;
  const mailer = makeMailer(settings);
  const readDocument = deps.documents.read;
  const { CDN_PURGE_URL } = settings;
  const limitRecipient = makeRecipientLimit(limits, readFirm);
  return [
    deliverOutbox({ portal, keys, mailer, readDocument, limitRecipient, log }),
    collectWhenDue({ portal, keys, settings, readFirm }),
    deps.documents.job,
    preparePdfs(deps),
    finishWhenDue(deps),
    ...(settings.CLAMD ? [scanWhenDue(settings.CLAMD, deps)] : []),
    publishWhenDue(deps),
    ...(CDN_PURGE_URL ? [purgeCdn({ ...settings, CDN_PURGE_URL }, portal)] : []),
    recordCmsEvents(deps),
    correctSignersWhenDue(deps),
    passDaysWhenDue(deps),
    mailDueWhenDue(deps),
    workOnImports(deps),
    convertWhenDue(deps),
    ...(settings.BACKUP_KEY ? [backUpWhenDue(deps), rehearseWhenDue(deps)] : []),
    purgeWhenDue(deps),
    checkAuditWhenDue(deps),
  ];
}
