import { useCallback, useEffect, useState } from 'react';
import { NavLink, useLocation, useNavigation } from 'react-router';
import { HeaderBar } from '#web/app/ui/components/header-bar.tsx';
import { HelpBlock } from '#web/app/ui/components/help-block.tsx';
import { MenuIcon } from '#web/app/ui/components/icons.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import '#web/app/ui/forms/widgets.css';
import './portal.css';
import { logoutPath, portal, portalPages, type SidebarState, sidebarPath, titleAt } from './portal.ts';

interface Props {
  /** Null until staff have verified the client's identity. */
  firstName: string | null;
  /** As the browser was left. */
  sidebar: SidebarState;
  children: React.ReactNode;
}

const menuId = 'portal-menu';
const claimMenuId = 'portal-menu-claim';

/** The frame of every page of the portal: the firm, the logged-in client, all pages, and where to get help. */
export function PortalFrame({ firstName, sidebar: remembered, children }: Props) {
  const firm = useLayoutData();
  const { pathname } = useLocation();
  const [sidebar, toggle] = useSidebar(remembered);
  return (
    <div className="portal" data-sidebar={sidebar}>
      <HeaderBar
        firm={firm}
        below={
          <div className="portal-bar">
            <div className="wrap">
              <button className="menus-toggle" type="button" popoverTarget={menuId}>
                <MenuIcon />
                Menu
              </button>
              <SidebarToggle state={sidebar} toggle={toggle} />
              <p className="portal-title">
                <span className="visually-hidden">You are at: </span>
                {titleAt(pathname)}
              </p>
              <Loading />
            </div>
          </div>
        }
      >
        <form className="portal-person" method="post" action={logoutPath}>
          <p className="welcome">Welcome, {firstName ?? 'Client'}</p>
          <button type="submit" className="button secondary">
            Log Out
          </button>
        </form>
      </HeaderBar>
      <div className="wrap portal-body">
        {/* On a phone a menu behind a button, which needs no script. Navigating to another page replaces it, which closes it. */}
        <div className="portal-menu menu-panel" id={menuId} popover="auto" key={pathname}>
          <nav aria-label="Client portal">
            <PageLinks pages={portalPages.filter(({ menu }) => !menu)} />
          </nav>
          <nav aria-labelledby={claimMenuId}>
            <p id={claimMenuId}>Your claim</p>
            <PageLinks pages={portalPages.filter(({ menu }) => menu === 'claim')} />
          </nav>
        </div>
        <main id="main" className="portal-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      {firm ? <HelpBlock firm={firm} /> : null}
      <footer className="site-footer">
        <div className="wrap">
          <p>
            <strong>Private firm. Not the Social Security Administration.</strong>
          </p>
          <p>
            <a href="/privacy-policy">Privacy policy</a>
          </p>
        </div>
      </footer>
    </div>
  );
}

function PageLinks({ pages }: { pages: typeof portalPages }) {
  return (
    <ul>
      {pages.map(({ path, title }) => (
        <li key={path}>
          <NavLink to={path} end={path === portal.firstPage}>
            {title}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Opens and closes the sidebar. Without script the post brings the same page back. */
function SidebarToggle({ state, toggle }: { state: SidebarState; toggle: () => void }) {
  const { pathname, search } = useLocation();
  return (
    <form
      className="sidebar-toggle"
      method="post"
      action={sidebarPath}
      onSubmit={(event) => {
        event.preventDefault();
        toggle();
      }}
    >
      <input type="hidden" name="state" value={opposite(state)} />
      <input type="hidden" name="back" value={pathname + search} />
      <button
        type="submit"
        className="menus-toggle"
        aria-expanded={state === 'open'}
        aria-controls={menuId}
        aria-keyshortcuts="Control+B Meta+B"
        title="Ctrl+B or ⌘B"
      >
        <MenuIcon />
        Menu
      </button>
    </form>
  );
}

/** Shown while the next page loads. Its space is always reserved, so that nothing moves. */
function Loading() {
  const { state } = useNavigation();
  return (
    <p className="portal-loading" role="status">
      {state === 'loading' ? 'Loading' : ''}
    </p>
  );
}

/** @returns the sidebar's state and what toggles it, as Ctrl+B and ⌘B do; on a phone they open and close the menu. */
function useSidebar(remembered: SidebarState): [SidebarState, () => void] {
  const [state, setState] = useState(remembered);
  const toggle = useCallback(() => {
    setState(opposite(state));
    remember(opposite(state));
  }, [state]);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || event.repeat) return;
      event.preventDefault();
      if (window.matchMedia('(min-width: 48rem)').matches) toggle();
      else document.getElementById(menuId)?.togglePopover();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);
  return [state, toggle];
}

function opposite(state: SidebarState): SidebarState {
  return state === 'open' ? 'closed' : 'open';
}

/** If it fails, the sidebar keeps its state only on this page. */
function remember(state: SidebarState): void {
  const body = new URLSearchParams({ state });
  void fetch(sidebarPath, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
}
