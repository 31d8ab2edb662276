import { type Connection, type Model, Schema } from 'mongoose';
import type { SessionLimits } from '#api/accounts/sessions.ts';

/** A person who works in the back office, or the one record for the shared admin password. */
export interface Staff {
  _id: string;
  role: 'admin';
  name: string;
  /** In lower case; absent on the record of the shared admin password. */
  email?: string;
  /** argon2id, encoded with its parameters. */
  password_hash: string;
  created_at: Date;
}

/** The id of the record for the shared admin password. */
export const sharedAdminId = 'shared-admin';

/** 15 minutes idle, 8 hours at most: a staff screen shows other people's data. */
export const staffSessionLimits: SessionLimits = {
  sessions: 'staff_sessions',
  users: 'staff',
  idleMinutes: 15,
  hours: 8,
  // Enough for a small office that shares the admin password.
  perUser: 20,
};

const schema = new Schema<Staff>(
  {
    _id: { type: String, required: true },
    role: { type: String, enum: ['admin'], required: true },
    name: { type: String, required: true, maxlength: 120 },
    email: { type: String, maxlength: 254 },
    password_hash: { type: String, required: true, maxlength: 200 },
    created_at: { type: Date, required: true },
  },
  { collection: staffSessionLimits.users, strict: 'throw', versionKey: false },
).index({ email: 1 }, { unique: true, partialFilterExpression: { email: { $exists: true } } });

export function staffModel(portal: Connection): Model<Staff> {
  return portal.models.Staff ?? portal.model<Staff>('Staff', schema);
}

export async function prepareStaff(portal: Connection): Promise<void> {
  const model = staffModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
