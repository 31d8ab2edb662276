import { drawings } from './drawings.tsx';

export type SpotName = keyof typeof drawings;

/** A small drawing in the line style of the icons; decoration, so it has no text alternative. */
export function Spot({ name }: { name: SpotName }) {
  return (
    <svg className="drawing spot" viewBox="0 0 160 136" aria-hidden="true" focusable="false">
      <path className="wash" d="M10 96C0 56 28 14 78 10s82 28 76 70-40 46-78 48-60-6-66-32Z" />
      <g className="lines">{drawings[name]}</g>
    </svg>
  );
}
