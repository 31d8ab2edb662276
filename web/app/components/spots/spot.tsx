import { drawings } from './drawings.tsx';
import { SpotFrame } from './spot-frame.tsx';

export type SpotName = keyof typeof drawings;

/** One of the small drawings. */
export function Spot({ name }: { name: SpotName }) {
  return <SpotFrame>{drawings[name]}</SpotFrame>;
}
