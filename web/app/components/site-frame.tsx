import { useLayoutData } from '#web/app/layout-data.ts';
import { HelpBlock } from './help-block.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** Header, one `main`, help block and footer: the same places on every public page. */
export function SiteFrame({ children }: { children: React.ReactNode }) {
  const firm = useLayoutData();
  return (
    <>
      <SiteHeader firm={firm} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {firm ? <HelpBlock firm={firm} /> : null}
      <SiteFooter firm={firm} />
    </>
  );
}
