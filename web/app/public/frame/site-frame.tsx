import { HelpBlock } from '#web/app/ui/components/help-block.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/**
 * Header, one `main`, help block and footer: the same places on every public page.
 *
 * @param contact whether phone number and email address are shown.
 */
export function SiteFrame({ contact = true, children }: { contact?: boolean; children: React.ReactNode }) {
  const firm = useLayoutData();
  return (
    <>
      <SiteHeader firm={firm} contact={contact} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {firm && contact ? <HelpBlock firm={firm} /> : null}
      <SiteFooter firm={firm} contact={contact} />
    </>
  );
}
