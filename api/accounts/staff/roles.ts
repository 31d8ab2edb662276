import type { ProcedureMeta } from '#api/platform/trpc.ts';

/** What a member of staff may do: everything, work on cases, or only look. */
export const staffRoles = ['admin', 'reviewer', 'read_only'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The roles of each audience of staff. */
const rolesOf = {
  staff: staffRoles,
  reviewers: ['admin', 'reviewer'],
  admins: ['admin'],
} as const satisfies Record<string, readonly StaffRole[]>;

/** @returns which roles of staff may call a procedure; none, if it is not for staff. */
export function rolesFor({ audience }: ProcedureMeta): readonly StaffRole[] {
  return audience && audience in rolesOf ? rolesOf[audience as keyof typeof rolesOf] : [];
}
