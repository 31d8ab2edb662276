import type { ProcedureName } from '@claimdesk/api/router';
import { rolesFor, type StaffRole } from '@claimdesk/api/staff-roles';
import { metaOf } from '../../api/testing/read-router.ts';

/** @returns a function that tells what an account with this role may call, by the procedures themselves. */
export function permissionsOf(role: StaffRole): (procedure: ProcedureName) => boolean {
  return (procedure) => rolesFor(metaOf(procedure)).includes(role);
}
