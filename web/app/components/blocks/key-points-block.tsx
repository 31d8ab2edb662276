import { CheckIcon } from '../icons.tsx';
import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';

export function KeyPointsBlock({ block: { heading, points }, id }: BlockProps<'keyPoints'>) {
  return (
    <PagePart id={id} heading={heading}>
      <ul className="key-points">
        {points.map((point) => (
          <li key={point}>
            <CheckIcon />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
