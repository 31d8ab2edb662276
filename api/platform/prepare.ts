import type { Connection } from 'mongoose';
import { prepareDocuments } from './documents/document.model.ts';
import { prepareOutbox } from './email/outbox-row.model.ts';
import { prepareStaffNotices } from './email/staff-notices.ts';
import { prepareKeyHeartbeats } from './keys/key-heartbeat.ts';
import { prepareLimits } from './limits/limits.ts';
import { prepareWaitingQueue } from './limits/wait-in-queue.ts';
import { prepareUsedChallenges } from './robots/used-challenge.model.ts';

/** Creates the collections and indexes of the platform. */
export async function preparePlatform(portal: Connection): Promise<void> {
  await prepareDocuments(portal);
  await prepareOutbox(portal);
  await prepareStaffNotices(portal);
  await prepareLimits(portal);
  await prepareUsedChallenges(portal);
  await prepareWaitingQueue(portal);
  await prepareKeyHeartbeats(portal);
}
