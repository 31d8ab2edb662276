/// <reference types="vite/client" />

import fontUrl from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import { useContext } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts } from 'react-router';
import type { Route } from './+types/root';
import { siteContext } from './context.ts';
import { ErrorPage } from './public/frame/error-page.tsx';
import { SiteFrame } from './public/frame/site-frame.tsx';
import { HydrationContext, PreviewContext } from './ui/pages/hydration.ts';
import { answerOf } from './ui/pages/procedure-errors.server.ts';
import './ui/styles/site.css';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin } = context.get(siteContext);
  const [layout, navigation] = await answerOf(Promise.all([api.content.layout(), api.content.navigation()]));
  return { layout, navigation, origin };
}

/** The one font of the site, Latin letters of all weights in one file, is preloaded so that text does not jump. */
export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** The firm's data change when an editor publishes, not while a visitor fills in a form. */
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
        {hydration ? <PageScripts {...hydration} /> : null}
      </body>
    </html>
  );
}

type Hydration = NonNullable<React.ContextType<typeof HydrationContext>>;

function PageScripts({ nonce, islands }: Hydration) {
  if (!islands) return <Scripts nonce={nonce} />;
  return (
    <script type="module" nonce={nonce}>
      {loadAfterPaint(islands)}
    </script>
  );
}

/**
 * The page can be read and filled in without script, which on a slow connection would take its time from the style sheet
 * and the font.
 */
function loadAfterPaint({ files, before }: NonNullable<Hydration['islands']>): string {
  const first = before ? `await import(${JSON.stringify(before)});` : '';
  const load = `const load=()=>${JSON.stringify(files)}.forEach((file)=>import(file));`;
  const painted = `new PerformanceObserver(load).observe({type:'paint',buffered:true});`;
  // Not every browser tells of the paint of a tab that was opened in the background.
  return `${first}${load}${painted}setTimeout(load,3000)`;
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

/**
 * After a navigation inside a hydrated page, moves the focus to the new page's heading, as a full page load would put a
 * screen reader at the top. A dialog that opens over the page or closes leaves the heading as it is, and sees to the
 * focus itself. Runs in the browser only.
 */
function FocusOnNavigation() {
  const { pathname } = useLocation();
  const shown = useRef({ pathname: '', heading: '' });
  useEffect(() => {
    const before = shown.current;
    const heading = document.querySelector('h1');
    shown.current = { pathname, heading: heading?.textContent ?? '' };
    if (before.pathname === '' || before.pathname === pathname) return;
    if (before.heading === shown.current.heading) return;
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [pathname]);
  return null;
}
