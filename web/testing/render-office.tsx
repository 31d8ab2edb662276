import type { ProcedureName } from '@claimdesk/api/router';
import type { StaffRole } from '@claimdesk/api/staff-roles';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import { makeQueryClient, makeTrpcClient, trpc } from '#web/app/trpc.ts';
import { ToastProvider } from '#web/app/ui/components/toast.tsx';
import { permissionsOf } from './permissions.ts';

interface Shown {
  /** What the loader returned. */
  loaded?: object;
  /** What procedures answered, whatever they were asked; null where one failed. */
  answers?: Partial<Record<ProcedureName, unknown>>;
  role?: StaffRole;
  /** The pattern of the path, where it has parameters. */
  route?: string;
}

/** @returns a page of the back office as the server renders it. */
export function renderOffice(
  Component: React.ComponentType<never>,
  address: string,
  { loaded = {}, answers = {}, role = 'admin', route = address.replace(/\?.*/, '') }: Shown,
): string {
  const queries = makeQueryClient(() => {});
  queries.setDefaultOptions({ queries: { queryKeyHashFn: ([path]) => String(path) } });
  for (const [name, answer] of Object.entries(answers))
    if (answer !== null) queries.setQueryData([name.split('.')], answer);
  const Page = createRoutesStub([{ id: 'page', path: route, Component: Component as React.FC }]);
  return renderToStaticMarkup(
    <trpc.Provider client={makeTrpcClient()} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <ToastProvider initial={null}>
          <PermissionsContext value={permissionsOf(role)}>
            <Page initialEntries={[address]} hydrationData={{ loaderData: { page: loaded } }} />
          </PermissionsContext>
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
}
