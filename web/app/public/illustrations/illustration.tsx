import type { IllustrationName } from '#web/app/ui/files/content-types.ts';
import { IllustrationFrame, signpost } from './illustration-frame.tsx';
import drawings from './illustrations.json' with { type: 'json' };

/** A stroke, or an ellipse, on a canvas of 160 by 136; its fill is one of the theme's tokens. */
type Shape = { fill?: string } & ({ d: string } | { cx: number; cy: number; rx: number; ry: number });

const shapesOf: Record<Exclude<IllustrationName, 'signpost'>, Shape[]> = drawings;

/** One of the illustrations that editors choose from. */
export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <IllustrationFrame>
      {name === 'signpost'
        ? signpost
        : shapesOf[name].map((shape) => <Drawn key={JSON.stringify(shape)} {...shape} />)}
    </IllustrationFrame>
  );
}

function Drawn({ fill, ...shape }: Shape) {
  const className = fill && `fill-${fill}`;
  return 'd' in shape ? (
    <path className={className} d={shape.d} />
  ) : (
    <ellipse className={className} {...shape} />
  );
}
