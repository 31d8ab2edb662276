import { useContext } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts } from 'react-router';
import type { Route } from './+types/root';
import { ErrorPage } from './components/error-page.tsx';
import { FocusOnNavigation } from './components/focus-on-navigation.tsx';
import { SiteFrame } from './components/site-frame.tsx';
import { siteContext } from './context.ts';
import fontUrl from './font.ts';
import { HydrationContext, PreviewContext } from './hydration.ts';
import { answerOf } from './procedure-errors.server.ts';
import './styles/site.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const [layout, navigation] = await answerOf(Promise.all([api.content.layout(), api.content.navigation()]));
  return { layout, navigation, origin };
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** The firm's data change when an editor publishes, not while somebody fills in a form. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const hydration = useContext(HydrationContext);
  const preview = useContext(PreviewContext);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        {preview?.head}
      </head>
      <body>
        {preview?.top}
        {children}
        {preview?.script}
        {hydration ? <Scripts nonce={hydration.nonce} /> : null}
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <FocusOnNavigation />
      <Outlet />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const message = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : undefined;
  return (
    <SiteFrame>
      <ErrorPage status={status} message={message} />
    </SiteFrame>
  );
}
