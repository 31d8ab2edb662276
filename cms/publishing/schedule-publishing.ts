import { schedulePublishHandler } from '@payloadcms/ui/utilities/schedulePublishHandler';
import { Forbidden, type PayloadRequest } from 'payload';
import { mayPublish } from '../access.ts';

type Schedule = Parameters<typeof schedulePublishHandler>[0];

/**
 * Answers the admin's call that puts a publication on the calendar or takes one off. Payload lets everybody do that who
 * may sign in, and only refuses when the time has come.
 */
export async function schedulePublishing(args: Schedule & { req: PayloadRequest }) {
  if (!mayPublish(args.req.user)) throw new Forbidden(args.req.t);
  return schedulePublishHandler(args);
}
