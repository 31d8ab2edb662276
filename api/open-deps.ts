import config from '@claimdesk/cms/config';
import { writeLogLine } from '@claimdesk/cms/log-output';
import { mongooseOf } from '@claimdesk/cms/mongoose-of';
import { isPublicAddress } from '@claimdesk/cms/production';
import { firmDetailsAsInstalled, hideSamples } from '@claimdesk/cms/samples';
import { findUncountedResults } from '@claimdesk/cms/uncounted-results';
import type { Connection } from 'mongoose';
import { getPayload, type Payload } from 'payload';
import { openAccounts } from './accounts/deps.ts';
import { contractPdfWriters } from './casework/contracts/contract-pdf-document.ts';
import { openCasework } from './casework/deps.ts';
import { collections } from './collections.ts';
import { openContent } from './content/deps.ts';
import { readFirm } from './content/read-site.ts';
import { alertAboutStoppedAudit } from './operations/audit-check.ts';
import { findEncryptedIn } from './operations/find-encrypted.ts';
import { listJobs } from './operations/jobs.ts';
import { baseline, migrations } from './operations/migrations.ts';
import { removeSamplePeople } from './operations/remove-sample-people.ts';
import { endTrial } from './operations/trial.ts';
import { openAuditLog } from './platform/audit/audit-log.ts';
import { checkDatabase } from './platform/database/check-database.ts';
import { migrate } from './platform/database/migrate.ts';
import { makeReadiness } from './platform/database/readiness.ts';
import type { Deps } from './platform/deps.ts';
import { makeDocuments } from './platform/documents/make-documents.ts';
import { makePdfRenderer } from './platform/documents/pdf/pdf-renderer.ts';
import { makeStore } from './platform/documents/store/document-store.ts';
import { alertStaff } from './platform/email/alert-staff.ts';
import { makeJobs } from './platform/jobs/jobs.ts';
import { openAuditKey, openDataKeys } from './platform/keys/data-keys.ts';
import { makeKeyCheck } from './platform/keys/key-checks.ts';
import { startKeyHeartbeat } from './platform/keys/key-heartbeat.ts';
import { followKeys, loadKeys } from './platform/keys/load-keys.ts';
import { makeLimits } from './platform/limits/limits.ts';
import { makeLog } from './platform/log.ts';
import type { Settings } from './platform/settings.ts';

/**
 * Connects to MongoDB through Payload's client, so that one transaction can span content and personal data, and runs the
 * migrations. It starts none of `jobs`; it only keeps current what this process holds in
 * memory: keys, and cached content.
 *
 * @throws Error with one sentence when the keys are invalid or not those of this database, MongoDB is unreachable or unsuitable, or a migration fails.
 */
export async function openDeps(
  settings: Settings,
  write: (line: string) => void = writeLogLine,
): Promise<Deps> {
  const log = makeLog(write);
  const rings = await loadKeys(settings);
  const database = await checkDatabase(settings, [settings.CMS_DATABASE, settings.PORTAL_DATABASE]);
  if (!database.supported) log.warn('MongoDB lacks security updates', { kind: database.version });
  const payload = await getPayload({ config, cron: false });
  const portal = portalOf(payload, settings.PORTAL_DATABASE);
  const checkKeys = makeKeyCheck(portal, findEncryptedIn(portal));
  await checkKeys(rings);
  const keys = await openDataKeys(rings, portal);
  const store = makeStore(settings, portal);
  await migrate({ portal, payload, keys, store, settings, log }, migrations, { baseline });
  await prepareDatabase(portal);
  if (isPublicAddress(settings.PUBLIC_URL)) {
    await hideSamples(payload);
    const details = await firmDetailsAsInstalled(payload);
    if (details) log.warn('Visitors read firm details that nobody has entered', { kind: details });
    for (const { label } of await findUncountedResults(payload))
      log.warn('Visitors read a result of the firm whose count nobody has entered', { kind: label });
  }
  const heartbeat = startKeyHeartbeat({ portal, keys: rings, log });
  const stopWatchingKeys = followKeys(settings, { keys: rings, log, check: checkKeys }, heartbeat.now);
  const { content, stopFollowing } = openContent({
    portal,
    database: settings.CMS_DATABASE,
    log,
    maxWaitSeconds: settings.CONTENT_WAIT_SECONDS,
    hasCdn: settings.CDN_PURGE_URL !== undefined,
  });
  const pdfRenderer = makePdfRenderer();
  const documents = makeDocuments({
    portal,
    keys,
    store,
    pdfRenderer,
    writers: contractPdfWriters({ portal, keys, settings, log }),
  });
  const audit = await openAuditLog({
    client: portal.getClient(),
    key: await openAuditKey(rings, portal),
    settings,
    log,
    onFault: (fault) => void alertAboutStoppedAudit(fault, deps),
  });
  const limits = makeLimits({
    portal,
    ring: keys.fingerprints,
    log,
    onHighPressure: (name, alert) => void alertStaff(name, alert, deps),
  });
  const casework = openCasework({ portal, keys, log, payload, content });
  const deps: Deps = {
    settings,
    payload,
    portal,
    keys,
    content,
    ...casework,
    ...openAccounts(portal, settings),
    limits,
    documents,
    pdfRenderer,
    store,
    get jobs() {
      return jobs;
    },
    audit,
    log,
    readFirm: () => readFirm({ payload, content }),
    ready: makeReadiness({
      settings,
      portal,
      checkKeys: () => checkKeys(rings),
      writeToPortal: heartbeat.record,
      log,
    }),
    async close() {
      await jobs.stop();
      await Promise.all([
        documents.stop(),
        stopFollowing(),
        stopWatchingKeys(),
        heartbeat.stop(),
        casework.submissionChanges.stop(),
        audit.stop(),
      ]);
      await pdfRenderer.stop();
      await payload.destroy();
    },
  };
  const jobs = makeJobs(listJobs(deps), deps);
  if (isPublicAddress(settings.PUBLIC_URL)) {
    await endTrial(deps);
    await removeSamplePeople(deps);
  }
  return deps;
}

/** Creates every collection and index before the first write: creation inside a transaction conflicts with itself. */
async function prepareDatabase(portal: Connection): Promise<void> {
  await Promise.all(collections.map((collection) => collection.prepare(portal)));
}

function portalOf(payload: Payload, database: string): Connection {
  const portal = mongooseOf(payload).connection.useDb(database);
  // On this connection only: on the mongoose singleton it would rewrite Payload's own filters.
  portal.set('sanitizeFilter', true);
  portal.set('strictQuery', 'throw');
  return portal;
}
