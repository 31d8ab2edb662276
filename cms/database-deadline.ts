import type { MongooseAdapter } from '@payloadcms/db-mongodb';

/**
 * When the driver gives a server up that no longer answers, although its connections stay open, and tells whoever waits. Its
 * heartbeat notices that after 4 s, then every call on that server fails at once, and one that can be repeated waits 1 s for
 * another server. No call has a limit of its own: on a server that lives, an export or a new index takes as long as it takes.
 */
export const databaseDeadline = {
  heartbeatFrequencyMS: 1_000,
  connectTimeoutMS: 3_000,
  serverSelectionTimeoutMS: 1_000,
} as const satisfies NonNullable<MongooseAdapter['connectOptions']>;
