import { data, Outlet } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { SiteFrame } from '#web/app/public/frame/site-frame.tsx';
import type { Route } from './+types/developer-pages';
import './developer.css';
import '#web/app/ui/forms/wizard.css';

/** Outside of development, these pages do not exist. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(siteContext).developer) throw data(null, { status: 404 });
  return null;
}

/** Puts the site's own frame around the developer pages, so that forms look as they will on the site. */
export default function DeveloperPages() {
  return (
    <SiteFrame>
      <div className="wrap step">
        <Outlet />
      </div>
    </SiteFrame>
  );
}
