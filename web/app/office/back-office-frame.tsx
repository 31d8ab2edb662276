import { useEffect } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { BrandMark, MenuIcon } from '#web/app/ui/components/icons.tsx';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import './admin.css';
import { firstPage, ownAccountPath, refusalIn } from './back-office.ts';
import { signDeskPath } from './contracts/addresses.ts';
import { calendarPath, listPath as mattersPath, todayPath } from './matters/addresses.ts';
import { StaffForm } from './staff-form.tsx';
import { queues } from './submissions/queues.ts';

interface FrameProps {
  /** Who is signed in; left out on the sign-in page. */
  name?: string | undefined;
  /** How much is overdue. */
  overdue?: React.ReactNode;
  children: React.ReactNode;
}

export function BackOfficeFrame({ name, overdue, children }: FrameProps) {
  return (
    <div className="back-office">
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <header className="office-header">
        <div className="wrap office-bar">
          {name ? (
            <Link className="brand" to={firstPage}>
              <BrandMark />
              <span>Back office</span>
            </Link>
          ) : (
            <p className="brand">
              <BrandMark />
              <span>Back office</span>
            </p>
          )}
          {name ? <Menu name={name} overdue={overdue} /> : <a href="/">Return to the website</a>}
        </div>
      </header>
      <main id="main" className="wrap office-main" tabIndex={-1}>
        {name ? (
          <noscript>
            <p className="notice warn">
              The back office needs JavaScript, which is turned off in this browser. You can read here, but
              nothing can be changed. Turn it on in the settings of the browser, or go on at another computer
              of the office.
            </p>
          </noscript>
        ) : null}
        {children}
      </main>
    </div>
  );
}

/**
 * The rest of the bar. On a narrow screen it is a menu behind a button, like those of the website, and works without
 * script. Navigating to another page replaces it, which closes it.
 */
function Menu({ name, overdue }: { name: string; overdue: React.ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <button className="menus-toggle" type="button" popoverTarget="office-menu">
        <MenuIcon />
        Menu
      </button>
      <div className="office-menu menu-panel" id="office-menu" popover="auto" key={pathname}>
        <Pages overdue={overdue} />
        <SignedIn name={name} />
      </div>
    </>
  );
}

function Pages({ overdue }: { overdue: React.ReactNode }) {
  return (
    <nav aria-label="Back office">
      <ul className="office-pages">
        <li>
          <NavLink to={todayPath}>Today {overdue}</NavLink>
        </li>
        <li>
          <NavLink to={calendarPath}>Calendar</NavLink>
        </li>
        <li>
          <NavLink to={mattersPath}>Matters</NavLink>
        </li>
        <li>
          <NavLink to="/admin/contracts">Contracts</NavLink>
        </li>
        <li>
          <NavLink to={signDeskPath}>Sign desk</NavLink>
        </li>
        {queues.map(({ path, heading }) => (
          <li key={path}>
            <NavLink to={path}>{heading}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SignedIn({ name }: { name: string }) {
  return (
    <StaffForm className="office-person" action="/admin/logout">
      <p>
        <span className="visually-hidden">Logged in as </span>
        <Link to={ownAccountPath}>{name}</Link>
      </p>
      <button type="submit" className="button secondary small">
        Log Out
      </button>
    </StaffForm>
  );
}

/** Shown when a page of the back office failed. */
export function BackOfficeError({ error }: { error: unknown }) {
  const refusal = refusalIn(error);
  const heading = refusal ?? 'Something went wrong';
  return (
    <>
      <title>{`${heading} | Back office`}</title>
      <h1>{heading}</h1>
      {refusal ? null : (
        <>
          <p>The fault is on our side. Please try again in a few minutes.</p>
          <TryAgain />
        </>
      )}
      <p>
        <Link className="button" to={firstPage} reloadDocument>
          Back to Dashboard
        </Link>
      </p>
    </>
  );
}

/** The way back from a page that the header does not list. */
export function BackToDashboard() {
  return (
    <p className="lone-link">
      <Link to={firstPage}>Back to Dashboard</Link>
    </p>
  );
}

/** A list or record that could not be read: shown in its place, and as a toast for staff looking elsewhere. */
export function CouldNotLoad({ failed, retry }: { failed: string; retry?: () => void }) {
  const showToast = useShowToast();
  useEffect(() => {
    showToast({ kind: 'error', title: 'Error', text: failed });
  }, [failed, showToast]);
  return (
    <div className="notice error">
      <p>
        <strong>{failed}.</strong> We could not load this.
      </p>
      <TryAgain retry={retry} />
    </div>
  );
}

/** Without script, and without `retry`, the button asks for the page again. */
function TryAgain({ retry }: { retry?: (() => void) | undefined }) {
  return (
    <form
      onSubmit={(event) => {
        if (!retry) return;
        event.preventDefault();
        retry();
      }}
    >
      <button type="submit" className="button secondary">
        Try again
      </button>
    </form>
  );
}
