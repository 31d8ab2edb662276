import { withAnchors } from '#web/app/public/blocks/anchors.ts';
import { ContentBlock } from '#web/app/public/blocks/content-block.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { PhoneLink } from '#web/app/ui/components/phone-link.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';

interface Props {
  /** The editors' text about the network; null if it can't be read, because the form works without it. */
  page: Outputs['content']['page'] | null;
}

/** Shown above the application form. */
export function ApplicationIntroduction({ page }: Props) {
  return (
    <div className="join-words" data-version={page?.version}>
      {page ? <p className="lead">{page.lead}</p> : null}
      {withAnchors(page?.blocks ?? []).map(({ id, block }) => (
        <ContentBlock key={id} id={id} block={block} />
      ))}
      <Mailbox />
      <h2>Your application</h2>
    </div>
  );
}

function Mailbox() {
  const firm = useLayoutData();
  if (!firm) return null;
  return (
    <p>
      Questions? Write to <a href={`mailto:${firm.email}`}>{firm.email}</a> or call{' '}
      <PhoneLink firm={firm} end="." />
    </p>
  );
}
