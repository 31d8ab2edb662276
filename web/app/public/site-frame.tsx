import { Outlet, useMatches } from 'react-router';
import { SiteFrame } from '#web/app/public/frame/site-frame.tsx';
import type { Outputs } from '#web/app/trpc.ts';

/** What the page of the contract loads; other pages load nothing of this name. */
type Loaded = { closed?: Outputs['contracts']['closed'] } | null | undefined;

/** Puts header, help and footer around every public page. */
export default function PublicPages() {
  const closed = useMatches().map(({ loaderData }) => (loaderData as Loaded)?.closed);
  return (
    // While signing is closed, don't show a phone number that nobody answers.
    <SiteFrame contact={closed.every((each) => each?.hasPhone ?? true)}>
      <Outlet />
    </SiteFrame>
  );
}
