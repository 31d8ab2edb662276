import type { ProcedureName } from '@claimdesk/api/router';
import { createContext, useContext } from 'react';

type Can = (procedure: ProcedureName) => boolean;

const Permissions = createContext<Can>(() => false);

/** Provides what the signed-in account may do, so that screens offer nothing else. The server decides. */
export const PermissionsContext = Permissions.Provider;

/** @returns a function that tells whether the signed-in account may call a procedure. */
export function usePermissions(): Can {
  return useContext(Permissions);
}
