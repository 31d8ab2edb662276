import { rolesFor, type StaffProcedure, type StaffRole } from '@claimdesk/api/staff-roles';
import { createContext, useContext } from 'react';

const Role = createContext<StaffRole>('read_only');

/** Provides the role of the signed-in account, so that screens offer only what it may do. The server decides. */
export const StaffRoleContext = Role.Provider;

/** @returns a function that tells whether the signed-in account may call a procedure. */
export function usePermissions(): (procedure: StaffProcedure) => boolean {
  const role = useContext(Role);
  return (procedure) => rolesFor(procedure).includes(role);
}
