import { HeaderBar } from '../../components/header-bar.tsx';
import { HelpBlock } from '../../components/help-block.tsx';
import { useLayoutData } from '../../layout-data.ts';
import '../../styles/wizard.css';
import '../../styles/portal.css';
import { logoutPath } from './portal.ts';

/** Around every page of the portal: whose site it is, who is logged in, and where help is. */
export function PortalFrame({
  firstName,
  children,
}: {
  /** Null as long as staff have not made sure who the client is. */
  firstName: string | null;
  children: React.ReactNode;
}) {
  const firm = useLayoutData();
  return (
    <div className="portal">
      <HeaderBar firm={firm}>
        <form className="portal-person" method="post" action={logoutPath}>
          <p className="welcome">Welcome, {firstName ?? 'Client'}</p>
          <button type="submit" className="button secondary">
            Log Out
          </button>
        </form>
      </HeaderBar>
      <main id="main" className="wrap portal-main" tabIndex={-1}>
        {children}
      </main>
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
