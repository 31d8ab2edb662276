import { useRef } from 'react';
import { Link, type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router';

/** @returns the id of the link that opens a dialog over its list or page, for returning the focus to it. */
export function linkIdOf(id: string): string {
  return `open-${id}`;
}

/**
 * Props of a link that opens a dialog over its list or page. `replace` is explicit: while the browser is still going back
 * from the same address, React Router would otherwise replace the list's history entry.
 */
export const dialogLinkProps = {
  state: { fromList: true },
  preventScrollReset: true,
  replace: false,
} as const;

/**
 * For pages with dialogs: opening and closing one does not load the page again. What it shows is up to date, and each load
 * is a view on record.
 */
export function isOtherPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const [current, next] = [currentUrl, nextUrl].map(({ pathname, search }) => [
    /^\/admin\/((client|contracts|matters|import)\/(?!new$)[^/]+|[^/]+)/.exec(pathname)?.[0],
    search,
  ]);
  return String(current) !== String(next);
}

/** @returns a function that goes back to the page that a dialog was opened from, at `listPath`. */
export function useCloseDialog(listPath: string): () => void {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const isLeaving = useRef(false);
  return () => {
    // A second press would go back once more.
    if (isLeaving.current) return;
    isLeaving.current = true;
    if (state?.fromList) navigate(-1);
    else navigate(listPath + search, { replace: true, preventScrollReset: true });
  };
}

interface CloseLinkProps extends React.RefAttributes<HTMLAnchorElement> {
  listPath: string;
  close(): void;
  children: React.ReactNode;
  'data-autofocus'?: boolean;
}

/** Goes back to the list, without script too. */
export function CloseLink({ listPath, close, ...link }: CloseLinkProps) {
  const { search } = useLocation();
  return (
    <Link
      {...link}
      className="button secondary"
      to={listPath + search}
      onClick={(event) => {
        event.preventDefault();
        close();
      }}
    />
  );
}

/** @returns where the focus goes when a dialog closes that was not opened from the list, or whose row is gone. */
export function focusAfter(id: string | undefined): HTMLElement | null {
  const opener = id === undefined ? null : document.getElementById(linkIdOf(id));
  if (opener) return opener;
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  return heading;
}
