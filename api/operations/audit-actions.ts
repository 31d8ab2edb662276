import { listEditorActions } from '@claimdesk/cms/audit-events';
import { acceptedRestore, closedLog } from '#api/platform/audit/audit-chain.ts';
import type { AuditAction } from '#api/platform/audit/audit-kinds.ts';
import { refusedAction, refusedCall } from '#api/platform/audit/refusals.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { ProcedureMeta } from '#api/platform/trpc.ts';

type Procedures = Readonly<Record<string, ProcedureMeta>>;

const area = 'Audit log';

/** @returns everything that can be on record, as procedures and the CMS declare it, by its action. */
export function listActions(
  procedures: Procedures,
  { payload }: Pick<Deps, 'payload'>,
): Map<string, AuditAction> {
  return new Map([
    [refusedCall, refusedAction],
    [closedLog, { words: ['changes', 'Closed the log of an earlier version'], area, page: undefined }],
    [
      acceptedRestore,
      { words: ['changes', 'Accepted that an older log was restored'], area, page: undefined },
    ],
    ...Object.entries(procedures).flatMap(([name, meta]) => actionsOf(name, meta, procedures)),
    ...listEditorActions(payload.config),
  ]);
}

function actionsOf(name: string, meta: ProcedureMeta, procedures: Procedures): [string, AuditAction][] {
  const [router = ''] = name.split('.');
  const { audit, entries = {}, area = spelled(router) } = meta;
  const page = meta.page ?? procedures[`${router}.detail`]?.page;
  const declared = { ...(audit && { [name]: audit }), ...entries };
  return Object.entries(declared).map(([action, words]) => [action, { words, area, page }]);
}

/** @returns `first_name` and `firstName` as `First name`. */
export function spelled(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
