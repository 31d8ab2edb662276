import { data, Outlet } from 'react-router';
import { SiteFrame } from '../../components/site-frame.tsx';
import { siteContext } from '../../context.ts';
import type { Route } from './+types/developer-pages';
import '../../styles/developer.css';
import '../../styles/wizard.css';

/** Where developers don't work, nothing stands at the addresses below. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(siteContext).developer) throw data(null, { status: 404 });
  return null;
}

/** Puts the site's own frame around the pages of developers, so that forms look as they will. */
export default function DeveloperPages() {
  return (
    <SiteFrame>
      <div className="wrap step">
        <Outlet />
      </div>
    </SiteFrame>
  );
}
