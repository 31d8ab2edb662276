import { Outlet } from 'react-router';
import { ToastProvider, ToastRegion } from '#web/app/ui/components/toast.tsx';
import type { Handle } from '#web/app/ui/pages/hydration.ts';
import { SessionWarning } from '#web/app/ui/session/session-warning.tsx';
import type { Route } from './+types/signed-in';
import { forClient, takeClientNotice } from './client-request.server.ts';
import { clientSession } from './client-session.ts';
import { PortalFrame } from './portal-frame.tsx';
import { readSidebar } from './sidebar-cookie.server.ts';

export const handle: Handle = { hydrate: true };

/** A page load is user activity, so it extends the session; background requests do not. */
export function loader(page: Route.LoaderArgs) {
  return forClient(page, async (site) => {
    const { clients } = site.api;
    const [{ endsInMs }, { firstName }] = await Promise.all([clients.stay(), clients.me()]);
    return { firstName, endsInMs, sidebar: readSidebar(site), notice: takeClientNotice(site) };
  });
}

/** The client does not change between pages, and the open page tracks the session's time itself. */
export function shouldRevalidate() {
  return false;
}

export default function SignedIn({ loaderData }: Route.ComponentProps) {
  const { firstName, endsInMs, sidebar, notice } = loaderData;
  return (
    <ToastProvider initial={notice}>
      <SessionWarning kind={clientSession} endsInMs={endsInMs} />
      <PortalFrame firstName={firstName} sidebar={sidebar}>
        <Outlet />
      </PortalFrame>
      <ToastRegion />
    </ToastProvider>
  );
}
