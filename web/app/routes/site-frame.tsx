import { Outlet } from 'react-router';
import { SiteFrame } from '#web/app/components/site-frame.tsx';

/** Puts header, help and footer around every public page. */
export default function PublicPages() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}
