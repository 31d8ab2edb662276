import config from '@claimdesk/cms/config';
import type { Connection } from 'mongoose';
import { getPayload, type Payload } from 'payload';
import { applications } from './applications/applications.ts';
import { clientSessionLimits, prepareClients } from './clients/client.model.ts';
import { prepareKnownDevices } from './clients/known-device.ts';
import { prepareSignInFailures } from './clients/sign-in-failures.ts';
import { prepareSignInTries } from './clients/sign-in-tries.model.ts';
import { type ContentCache, makeContentCache } from './content/content-cache.ts';
import { followContentChanges } from './content/follow-content-changes.ts';
import { publishWhenDue } from './content/publish-when-due.ts';
import { prepareAgreements } from './contracts/agreement/kept-agreements.ts';
import { prepareContracts } from './contracts/contract.model.ts';
import { writeContractPaper } from './contracts/contract-paper.ts';
import { prepareDefinitions } from './definitions/definition.model.ts';
import { prepareDocuments } from './documents/document.model.ts';
import { type Documents, makeDocuments } from './documents/make-documents.ts';
import { makePrinter, type Printer } from './documents/printer.ts';
import { makeStore } from './documents/store/make-store.ts';
import { evaluations } from './evaluations/evaluations.ts';
import { prepareDrafts } from './intake/draft.model.ts';
import { announceKeys, prepareKeyHolders } from './keys/key-holders.ts';
import type { Keys } from './keys/key-ring.ts';
import { followKeys, loadKeys } from './keys/load-keys.ts';
import { type Limits, makeLimits, prepareLimits } from './limits/limits.ts';
import { bufferedOutput, type Log, makeLog } from './log.ts';
import { deliverOutbox, type Outbox } from './outbox/deliver-outbox.ts';
import { makeMailer } from './outbox/mailer.ts';
import { prepareOutbox } from './outbox/message.model.ts';
import { deleteWhenDue } from './retention/delete-what-is-over.ts';
import { prepareRetention } from './retention/retention-run.model.ts';
import { prepareSpentChallenges } from './robots/spent-challenge.model.ts';
import { makeSessions, prepareSessions, type Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';
import { prepareStaff, staffSessionLimits } from './staff/staff.model.ts';
import { prepareSubmissions } from './submissions/submission.model.ts';
import { type SubmissionChanges, watchSubmissions } from './submissions/watch-submissions.ts';

/** Everything that a verb may need. Made once a process, handed down as a value. */
export interface Deps {
  settings: Settings;
  payload: Payload;
  /** The database of people's data: intake, staff, sessions, outbox. */
  portal: Connection;
  keys: Keys;
  content: ContentCache;
  submissionChanges: SubmissionChanges;
  staffSessions: Sessions;
  clientSessions: Sessions;
  limits: Limits;
  /** PDFs of what was signed. */
  documents: Documents;
  printer: Printer;
  outbox: Outbox;
  log: Log;
  /** @returns whether the database and the content answer. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** What staff review. */
const kinds = [evaluations, applications];

/**
 * Connects to MongoDB through Payload's client, so that one transaction can span content and people's data, and starts
 * what runs by itself: following changes, making documents, delivering mail, publishing what is due.
 *
 * @throws Error with one sentence when the keys are unfit or MongoDB is not a replica set.
 */
export async function connect(
  settings: Settings,
  write: (line: string) => void = bufferedOutput(),
): Promise<Deps> {
  const log = makeLog(write);
  const keys = await loadKeys(settings);
  const payload = await getPayload({ config, cron: false });
  const portal = portalOf(payload, settings.PORTAL_DATABASE);
  await refuseStandalone(portal);
  await preparePortal(portal);
  const announcing = announceKeys({ portal, keys, log });
  const stopFollowingKeys = followKeys(settings, { keys, log }, announcing.now);
  const content = makeContentCache();
  const printer = makePrinter();
  const documents = makeDocuments({
    portal,
    ring: keys.fields,
    store: makeStore(settings, portal),
    printer,
    writers: { contract: (of) => writeContractPaper(of, { portal, keys, settings }) },
    log,
  });
  const outbox = deliverOutbox({
    portal,
    ring: keys.fields,
    mailer: makeMailer(settings),
    readDocument: documents.read,
    log,
  });
  const stopFollowing = followContentChanges({ portal, database: settings.CMS_DATABASE, content, log });
  const stopPublishing = publishWhenDue({ payload, log });
  const stopDeleting = deleteWhenDue({ portal, settings, log });
  const submissionChanges = watchSubmissions({ portal, kinds, log });
  return {
    settings,
    payload,
    portal,
    keys,
    content,
    submissionChanges,
    staffSessions: makeSessions(portal, staffSessionLimits),
    clientSessions: makeSessions(portal, clientSessionLimits),
    limits: makeLimits({ portal, ring: keys.fingerprints, log }),
    documents,
    printer,
    outbox,
    log,
    async ready() {
      await portal.getClient().db(settings.CMS_DATABASE).command({ ping: 1 }, { timeoutMS: 2_000 });
      return true;
    },
    async close() {
      await Promise.all([
        outbox.stop(),
        documents.stop(),
        stopFollowing(),
        stopPublishing(),
        stopDeleting(),
        stopFollowingKeys(),
        announcing.stop(),
        submissionChanges.stop(),
      ]);
      await printer.stop();
      await payload.destroy();
    },
  };
}

/** Creates every collection and index before the first write: creation inside a transaction conflicts with itself. */
async function preparePortal(portal: Connection): Promise<void> {
  await prepareStaff(portal);
  await prepareSessions(portal, staffSessionLimits);
  await prepareClients(portal);
  await prepareSessions(portal, clientSessionLimits);
  await prepareSignInTries(portal);
  await prepareSignInFailures(portal);
  await prepareKnownDevices(portal);
  await prepareDefinitions(portal);
  await prepareDrafts(portal);
  for (const kind of kinds) await prepareSubmissions(kind, portal);
  await prepareAgreements(portal);
  await prepareContracts(portal);
  await prepareDocuments(portal);
  await prepareOutbox(portal);
  await prepareLimits(portal);
  await prepareSpentChallenges(portal);
  await prepareRetention(portal);
  await prepareKeyHolders(portal);
}

function portalOf(payload: Payload, database: string): Connection {
  const { connection } = payload.db as unknown as { connection: Connection };
  const portal = connection.useDb(database, { useCache: true });
  // On this connection only: on the mongoose singleton it would rewrite Payload's own filters.
  portal.set('sanitizeFilter', true);
  portal.set('strictQuery', 'throw');
  return portal;
}

async function refuseStandalone(portal: Connection): Promise<void> {
  const hello = await portal.getClient().db('admin').command({ hello: 1 });
  if (!hello.setName) {
    throw new Error(
      'MongoDB must run as a replica set (one node is enough): transactions and change streams need it.',
    );
  }
}
