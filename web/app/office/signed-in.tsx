import { HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { makeQueryClient, makeTrpcClient, trpc, usePrefetched } from '#web/app/trpc.ts';
import { ToastProvider, ToastRegion } from '#web/app/ui/components/toast.tsx';
import { SessionWarning } from '#web/app/ui/session/session-warning.tsx';
import type { Route } from './+types/signed-in';
import { BackOfficeError, BackOfficeFrame } from './back-office-frame.tsx';
import { useOwnDrafts } from './drafts.ts';
import { notices } from './notices.ts';
import { PermissionsContext } from './permissions.tsx';
import { StaffFormToken, StaffTokenField } from './staff-form.tsx';
import { forStaff, orNull, takeNotice } from './staff-request.server.ts';
import { leaveForStaffLogin, staffSession } from './staff-session.ts';
import { LiveSubmissions } from './submissions/live-submissions.tsx';

export const handle = { hydrate: true };

/** A page load is user activity, so it extends the session; background requests do not. */
export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    const { staff, permissions, matters } = site.api;
    const [{ endsInMs }, { id, name }, token, may, overdue] = await Promise.all([
      staff.stay(),
      staff.me(),
      staff.formToken(),
      permissions.mine(),
      orNull(matters.overdue()),
    ]);
    return { id, name, may, overdue, endsInMs, token, notice: takeNotice(site) };
  });
}

/** The signed-in account does not change between pages, and the open page tracks the session's time itself. */
export function shouldRevalidate() {
  return false;
}

export default function SignedIn({ loaderData }: Route.ComponentProps) {
  const { id, name, may, overdue, endsInMs, token, notice } = loaderData;
  useOwnDrafts(id, notice !== null && notice !== 'signed-in' && notices[notice].kind !== 'error');
  const [queryClient] = useState(() => makeQueryClient(leaveForStaffLogin));
  const [trpcClient] = useState(makeTrpcClient);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider initial={notice && notices[notice]}>
          <StaffFormToken value={token}>
            <SessionWarning kind={staffSession} endsInMs={endsInMs} logout={<StaffTokenField />} />
            <PermissionsContext value={(procedure) => may.includes(procedure)}>
              <BackOfficeFrame name={name} overdue={<Overdue first={overdue} />}>
                <HydrationBoundary state={usePrefetched()}>
                  <Outlet />
                </HydrationBoundary>
              </BackOfficeFrame>
            </PermissionsContext>
            <ToastRegion />
            {may.includes('submissions.changes') ? <LiveSubmissions /> : null}
          </StaffFormToken>
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

/** How much is overdue, for as long as something is. It is counted again after every change. */
function Overdue({ first }: { first: number | null }) {
  const { data: count } = trpc.matters.overdue.useQuery(undefined, { initialData: first ?? 0 });
  return count > 0 ? <span className="badge overdue">{count} overdue</span> : null;
}

/** Where only the page failed, the menu stays. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  useOwnDrafts(loaderData?.id);
  return (
    <StaffFormToken value={loaderData?.token ?? ''}>
      <BackOfficeFrame name={loaderData?.name}>
        <BackOfficeError error={error} />
      </BackOfficeFrame>
    </StaffFormToken>
  );
}
