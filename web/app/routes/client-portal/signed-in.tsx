import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { ToastProvider, ToastRegion } from '../../components/toast.tsx';
import type { Handle } from '../../hydration.ts';
import { SessionWarning } from '../../session/session-warning.tsx';
import { makeQueryClient, makeTrpcClient, trpc } from '../../trpc.ts';
import type { Route } from './+types/signed-in';
import { clientSession, leaveForClientLogin } from './client-session.ts';
import { forClient } from './for-client.server.ts';
import { takeClientNotice } from './notices.server.ts';
import { PortalFrame } from './portal-frame.tsx';

export const handle: Handle = { hydrate: true };

/** Asked for by a person, so it prolongs the session; what the page later reads by itself does not. */
export function loader(page: Route.LoaderArgs) {
  return forClient(page, async (site) => {
    const { endsInMs } = await site.api.clients.stay();
    const { firstName } = await site.api.clients.me();
    return { firstName, endsInMs, notice: takeClientNotice(site) };
  });
}

/** Who is logged in does not change between two pages, and the open page follows the session's time itself. */
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
          <PortalFrame firstName={firstName}>
            <Outlet />
          </PortalFrame>
          <ToastRegion />
          <SessionWarning kind={clientSession} endsInMs={endsInMs} />
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
