import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';

export function LinksBlock({ block: { heading, links }, id }: BlockProps<'links'>) {
  return (
    <PagePart id={id} heading={heading}>
      <ul className="link-row">
        {links.map(({ label, to }) => (
          <li key={label}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
