import { useLocation } from 'react-router';
import { type LayoutData, type Navigation, useMenus } from '../layout-data.ts';
import { evaluationHref } from '../navigation.ts';
import { BrandMark, ChevronIcon, MenuIcon, PhoneIcon } from './icons.tsx';

/**
 * Skip link, brand, menus, phone and the way to a free evaluation.
 *
 * The menus stand here twice, for wide and for narrow screens, and one of them is never displayed: a closed `<details>`
 * can't be shown open by style alone in every browser in use, and there is no script.
 */
export function SiteHeader({ firm }: { firm: LayoutData | null }) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <header className="site-header">
        <div className="wrap header-bar">
          <a className="brand" href="/">
            <BrandMark />
            <span>{firm?.firmName ?? 'Home'}</span>
          </a>
          <nav className="menus-wide" aria-label="Main">
            <Menus name="wide" />
          </nav>
          {firm ? (
            <a className="header-phone" href={firm.phoneHref}>
              <PhoneIcon />
              <span>{firm.phone}</span>
            </a>
          ) : null}
          <a className="button" href={evaluationHref}>
            Free Case Evaluation
          </a>
          <details className="menus-narrow">
            <summary>
              <MenuIcon />
              Menu
            </summary>
            <nav aria-label="Main">
              <Menus name="narrow">
                <li>
                  <a className="menu-link" href="/search">
                    Search
                  </a>
                </li>
              </Menus>
            </nav>
          </details>
        </div>
      </header>
    </>
  );
}

function Menus({ name, children }: { name: string; children?: React.ReactNode }) {
  const { menus } = useMenus();
  return (
    <ul className="menus">
      {menus.map((menu) => (
        <li key={menu.label}>
          <Menu menu={menu} name={name} />
        </li>
      ))}
      {children}
    </ul>
  );
}

/** @param name menus of the same name close each other. */
function Menu({ menu, name }: { menu: Navigation['menus'][number]; name: string }) {
  const { pathname } = useLocation();
  return (
    <details className="menu" name={`menu-${name}`}>
      <summary>
        {menu.label}
        <ChevronIcon />
      </summary>
      <ul>
        {menu.links.map(({ to, label }) => (
          <li key={to}>
            <a href={to} aria-current={to === pathname ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
