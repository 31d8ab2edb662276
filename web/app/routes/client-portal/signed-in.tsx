import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { ToastProvider, ToastRegion } from '#web/app/components/toast.tsx';
import type { Handle } from '#web/app/hydration.ts';
import { leaveForLogin, type SessionKind } from '#web/app/session/session-kind.ts';
import { SessionWarning } from '#web/app/session/session-warning.tsx';
import { makeQueryClient, makeTrpcClient, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/signed-in';
import { forClient, takeClientNotice } from './client-request.server.ts';
import { logoutPath, portal } from './portal.ts';
import { PortalFrame } from './portal-frame.tsx';

export const handle: Handle = { hydrate: true };

/** A page load is user activity, so it extends the session; background requests do not. */
export function loader(page: Route.LoaderArgs) {
  return forClient(page, async (site) => {
    const { endsInMs } = await site.api.clients.stay();
    const { firstName } = await site.api.clients.me();
    return { firstName, endsInMs, notice: takeClientNotice(site) };
  });
}

/** The client does not change between pages, and the open page tracks the session's time itself. */
export function shouldRevalidate() {
  return false;
}

export default function SignedIn({ loaderData: { firstName, endsInMs, notice } }: Route.ComponentProps) {
  const [queryClient] = useState(() => makeQueryClient(leaveForClientLogin));
  const [trpcClient] = useState(makeTrpcClient);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider initial={notice}>
          <SessionWarning kind={clientSession} endsInMs={endsInMs} />
          <PortalFrame firstName={firstName}>
            <Outlet />
          </PortalFrame>
          <ToastRegion />
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

/** How open pages of the portal keep the client session. */
const clientSession: SessionKind = {
  name: 'client-session',
  loginPath: portal.loginPath,
  logoutPath,
  reason: 'To keep your details safe',
  useStay: (answers) => trpc.clients.stay.useMutation(answers),
};

function leaveForClientLogin(): void {
  leaveForLogin(clientSession);
}
