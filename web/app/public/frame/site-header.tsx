import { useLocation } from 'react-router';
import { HeaderBar } from '#web/app/ui/components/header-bar.tsx';
import { ChevronIcon, MenuIcon, PhoneIcon, SearchIcon } from '#web/app/ui/components/icons.tsx';
import { type LayoutData, type Navigation, useMenus } from '#web/app/ui/pages/layout-data.ts';
import { evaluationHref, portalHref } from '#web/app/ui/pages/navigation.ts';
import { SearchForm } from './search-form.tsx';

/**
 * Skip link, brand, menus, phone number, search and the link to a free evaluation.
 *
 * There is no script, so menus are native popovers: Esc or a click elsewhere closes them, and one is open at a time.
 * The menus are here twice, for wide and for narrow screens, and one of them is never displayed. A browser without
 * popovers shows the narrow ones, open.
 */
export function SiteHeader({ firm, contact }: { firm: LayoutData | null; contact: boolean }) {
  return (
    <HeaderBar
      firm={firm}
      below={
        <>
          <div className="menu-panel header-search" id="site-search" popover="auto">
            <div className="wrap">
              <SearchForm id="header-search" label="Search this site" inPopover />
            </div>
          </div>
          <NarrowMenus />
        </>
      }
    >
      <WideMenus />
      {firm && contact ? (
        <a className="header-phone" href={firm.phoneHref}>
          <PhoneIcon />
          <span>{firm.phone}</span>
        </a>
      ) : null}
      <button className="search-toggle" type="button" popoverTarget="site-search">
        <SearchIcon />
        <span className="visually-hidden">Search</span>
      </button>
      <a className="button header-evaluation" href={evaluationHref}>
        Free Case Evaluation
      </a>
      <a className="button secondary header-portal" href={portalHref}>
        Client Portal
      </a>
      <button className="menus-toggle" type="button" popoverTarget="menus">
        <MenuIcon />
        Menu
      </button>
    </HeaderBar>
  );
}

function WideMenus() {
  const { menus } = useMenus();
  return (
    <nav className="menus-wide" aria-label="Main">
      <ul>
        {menus.map((menu, index) => (
          <li key={menu.label}>
            <button type="button" popoverTarget={`menu-${index + 1}`}>
              {menu.label}
              <ChevronIcon />
            </button>
            <div className="menu-panel" id={`menu-${index + 1}`} popover="auto">
              <MenuLinks menu={menu} />
            </div>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NarrowMenus() {
  const { menus } = useMenus();
  return (
    <nav className="menus-narrow menu-panel" id="menus" popover="auto" aria-label="Main">
      <ul className="wrap">
        <li className="menu-evaluation">
          <a className="button" href={evaluationHref}>
            Free Case Evaluation
          </a>
        </li>
        <li>
          <a className="menu-link" href={portalHref}>
            Client Portal
          </a>
        </li>
        {menus.map((menu) => (
          <li key={menu.label}>
            <details name="menu">
              <summary>
                {menu.label}
                <ChevronIcon />
              </summary>
              <MenuLinks menu={menu} />
            </details>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MenuLinks({ menu }: { menu: Navigation['menus'][number] }) {
  const { pathname } = useLocation();
  return (
    <ul className="menu-links wrap">
      {menu.links.map(({ to, label }) => (
        <li key={to}>
          <a href={to} aria-current={to === pathname ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
