import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a navigation inside a hydrated page, moves the focus to the new page's heading, as a full page load would put a
 * screen reader at the top. A dialog that opens over the page or closes leaves the heading as it is, and sees to the
 * focus itself. Runs in the browser only.
 */
export function FocusOnNavigation() {
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
