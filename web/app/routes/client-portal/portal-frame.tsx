import { HeaderBar } from '#web/app/components/header-bar.tsx';
import { HelpBlock } from '#web/app/components/help-block.tsx';
import { useLayoutData } from '#web/app/layout-data.ts';
import '#web/app/styles/wizard.css';
import './portal.css';
import { logoutPath } from './portal.ts';

/** The frame of every page of the portal: the firm, the logged-in client, and where to get help. */
export function PortalFrame({
  firstName,
  children,
}: {
  /** Null until staff have verified the client's identity. */
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
