import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { ToastProvider, ToastRegion } from '../../components/toast.tsx';
import { SessionWarning } from '../../session/session-warning.tsx';
import { makeQueryClient, makeTrpcClient, trpc } from '../../trpc.ts';
import type { Route } from './+types/signed-in';
import { BackOfficeError } from './back-office-error.tsx';
import { BackOfficeFrame } from './back-office-frame.tsx';
import { forStaff } from './for-staff.server.ts';
import { takeNotice } from './notice-cookie.server.ts';
import { notices } from './notices.ts';
import { leaveForStaffLogin, staffSession } from './staff-session.ts';
import { LiveSubmissions } from './submissions/live-submissions.tsx';

export const handle = { hydrate: true };

/** Asked for by a person, so it prolongs the session; what the page later reads by itself does not. */
export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    const { endsInMs } = await site.api.staff.stay();
    const { name } = await site.api.staff.me();
    return { name, endsInMs, notice: takeNotice(site) };
  });
}

/** Who is signed in does not change between two pages, and the open screen follows the session's time itself. */
export function shouldRevalidate() {
  return false;
}

export default function SignedIn({ loaderData: { name, endsInMs, notice } }: Route.ComponentProps) {
  const [queryClient] = useState(() => makeQueryClient(leaveForStaffLogin));
  const [trpcClient] = useState(makeTrpcClient);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider initial={notice && notices[notice]}>
          <BackOfficeFrame name={name}>
            <Outlet />
          </BackOfficeFrame>
          <ToastRegion />
          <LiveSubmissions />
          <SessionWarning kind={staffSession} endsInMs={endsInMs} />
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <BackOfficeFrame>
      <BackOfficeError error={error} />
    </BackOfficeFrame>
  );
}
