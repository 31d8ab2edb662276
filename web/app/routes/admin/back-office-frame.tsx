import { Link, NavLink } from 'react-router';
import { BrandMark } from '../../components/icons.tsx';
import '../../styles/admin.css';
import { firstPage } from './login/next-path.ts';

/** @param name who is signed in; left out on the sign-in page. */
export function BackOfficeFrame({ name, children }: { name?: string; children: React.ReactNode }) {
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
          {name ? <Pages /> : null}
          {name ? <SignedIn name={name} /> : <a href="/">Return to the website</a>}
        </div>
      </header>
      <main id="main" className="wrap office-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Pages() {
  return (
    <nav aria-label="Back office">
      <ul className="office-pages">
        <li>
          <NavLink to={firstPage}>Dashboard</NavLink>
        </li>
        <li>
          <NavLink to="/admin/contracts">Contracts</NavLink>
        </li>
        <li>
          <NavLink to="/admin/case-evaluations">Case evaluations</NavLink>
        </li>
        <li>
          <NavLink to="/admin/attorney-applications">Attorney applications</NavLink>
        </li>
      </ul>
    </nav>
  );
}

function SignedIn({ name }: { name: string }) {
  return (
    <form className="office-person" method="post" action="/admin/logout">
      <p>
        <span className="visually-hidden">Signed in as </span>
        {name}
      </p>
      <button type="submit" className="button secondary small">
        Log Out
      </button>
    </form>
  );
}
