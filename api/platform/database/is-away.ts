import { mongo } from 'mongoose';

/** @returns whether an error of the driver means that it reached no server, rather than that a server refused. */
export function isAway(error: unknown): boolean {
  return error instanceof mongo.MongoNetworkError || error instanceof mongo.MongoServerSelectionError;
}
