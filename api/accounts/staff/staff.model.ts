import { type Connection, Schema, trusted } from 'mongoose';
import { type SessionLimits, sessionsCollection } from '#api/accounts/sessions.ts';
import { type TwoStep, twoStepFields } from '#api/accounts/two-step/make-two-step.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { type StaffRole, staffRoles } from './roles.ts';

export interface Passkey {
  /** Base64url, given by the device; unique over all accounts. */
  id: string;
  /** By which its owner tells it from others. */
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often the device has used it; 0 on devices that do not count. */
  counter: number;
  /** How browsers reach the device, such as `internal` or `usb`. */
  transports: string[];
  added_at: Date;
  last_used_at?: Date;
}

/** As form SSA-1696 has it: who is no attorney may be eligible for direct payment. */
export const representativeStatuses = ['attorney', 'eligible', 'not-eligible'] as const;
export type RepresentativeStatus = (typeof representativeStatuses)[number];

/** A person who works in the back office, or the one record for the shared admin password. */
export interface Staff extends TwoStep {
  _id: string;
  role: StaffRole;
  name: string;
  /** In lower case; absent on the record of the shared admin password. */
  email?: string;
  /** The name as contracts print it, of whom admins named as a representative, who countersigns them; absent for everybody else. */
  representative_name?: string;
  /** What a representative is to Social Security; absent where nobody has said. */
  representative_status?: RepresentativeStatus;
  /** argon2id, encoded with its parameters. Absent until an invited person has chosen a password. */
  password_hash?: string;
  created_at: Date;
  last_sign_in_at?: Date;
  disabled_at?: Date;
  /** SHA-256 of the secret in the link by which its person chooses a password; absent once that was used. */
  link_hash?: string;
  link_expires_at?: Date;
  /** The provider of single sign-on and its name for the person, once they have signed in there. */
  sso_subject?: string;
  passkeys?: Passkey[];
  /** SHA-256 of the secret in the address of its calendar; absent where it has none. */
  calendar_hash?: string;
  calendar_made_at?: Date;
  /** Set where its person wants no morning mail. */
  due_mail_off?: true;
  /** The day of its last morning mail, Eastern, `YYYY-MM-DD`: there is one a day, however often it is begun. */
  due_mail_on?: string;
  /** How often an admin changed the account; absent for never. Detects concurrent changes when saving. */
  revision?: number;
  /** When it last changed an account; written so that of two admins who disable each other only one can. */
  managed_at?: Date;
}

export const sharedAdminId = 'shared-admin';

export const withoutLink = { $unset: { link_hash: 1, link_expires_at: 1 } } as const;

export const withoutCalendar = { calendar_hash: 1, calendar_made_at: 1 } as const;

/** 15 minutes idle, 8 hours at most: a staff screen shows other people's data. */
export const staffSessionLimits: SessionLimits = {
  sessions: sessionsCollection('staff_sessions', 'staff'),
  users: 'staff',
  idleMinutes: 15,
  hours: 8,
  // Enough for a small office that shares the admin password.
  perUser: 20,
};

const passkeySchema = new Schema<Passkey>(
  {
    id: { type: String, required: true, maxlength: 1_400 },
    name: { type: String, required: true, maxlength: 60 },
    public_key: { type: String, required: true, maxlength: 4_000 },
    counter: { type: Number, required: true },
    transports: { type: [{ type: String, maxlength: 30 }], required: true },
    added_at: { type: Date, required: true },
    last_used_at: Date,
  },
  { _id: false, id: false },
);

export const staffCollection = defineCollection<Staff>({
  name: staffSessionLimits.users,
  fields: {
    _id: { type: String, required: true },
    role: { type: String, enum: staffRoles, required: true },
    name: { type: String, required: true, maxlength: 120 },
    email: { type: String, maxlength: 254 },
    representative_name: { type: String, maxlength: 120 },
    representative_status: { type: String, enum: representativeStatuses },
    password_hash: { type: String, maxlength: 200 },
    created_at: { type: Date, required: true },
    last_sign_in_at: Date,
    disabled_at: Date,
    link_hash: { type: String, maxlength: 60 },
    link_expires_at: Date,
    ...twoStepFields,
    passkeys: { type: [passkeySchema], default: undefined },
    sso_subject: { type: String, maxlength: 600 },
    calendar_hash: { type: String, maxlength: 60 },
    calendar_made_at: Date,
    due_mail_off: Boolean,
    due_mail_on: { type: String, maxlength: 10 },
    revision: Number,
    managed_at: Date,
  },
  indexes: [
    [{ email: 1 }, { unique: true, partialFilterExpression: { email: { $exists: true } } }],
    [{ 'passkeys.id': 1 }, { unique: true, partialFilterExpression: { 'passkeys.id': { $exists: true } } }],
    [{ sso_subject: 1 }, { unique: true, partialFilterExpression: { sso_subject: { $exists: true } } }],
    [{ calendar_hash: 1 }, { unique: true, partialFilterExpression: { calendar_hash: { $exists: true } } }],
    [{ link_hash: 1 }, { unique: true, partialFilterExpression: { link_hash: { $exists: true } } }],
  ],
  encrypted: ['totp_secret'],
});

/** @returns the account's name as staff read it: the shared admin password has no person's name. */
export function displayName({ _id, name }: Pick<Staff, '_id' | 'name'>): string {
  return _id === sharedAdminId ? 'Shared password' : name;
}

/** What a session tells of its account. */
export interface StaffAccount {
  role: StaffRole;
  /** As staff read it. */
  name: string;
  isActive: boolean;
  /** The name with which it countersigns contracts; null where it is no representative's. */
  representativeName: string | null;
  /** Whether its password alone signs in. The shared password can have nothing else. */
  lacksTwoStep: boolean;
}

export function presentAccount(staff: Staff): StaffAccount {
  const { _id, role, password_hash, totp_confirmed_at } = staff;
  const lacksTwoStep =
    _id !== sharedAdminId && password_hash !== undefined && totp_confirmed_at === undefined;
  const representativeName = staff.representative_name ?? null;
  return { role, name: displayName(staff), isActive: isActive(staff), representativeName, lacksTwoStep };
}

/** @returns the names of accounts by their ids; those of deleted ones are missing. */
export async function readStaffNames(
  ids: readonly string[],
  portal: Connection,
): Promise<Map<string, string>> {
  const found = await staffCollection
    .model(portal)
    .find({ _id: trusted({ $in: [...new Set(ids)] }) }, { name: 1 })
    .lean();
  return new Map(found.map((staff) => [staff._id, displayName(staff)]));
}

/** @returns whether it can be used to sign in. */
export function isActive({
  password_hash,
  sso_subject,
  disabled_at,
}: Pick<Staff, 'password_hash' | 'sso_subject' | 'disabled_at'>) {
  return (password_hash !== undefined || sso_subject !== undefined) && disabled_at === undefined;
}
