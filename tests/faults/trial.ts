import type { Row } from './figures.ts';
import type { Product } from './product.ts';
import type { ProductOnThree } from './three-nodes.ts';

/** One kind of fault, and what the product makes of it. */
export type Trial = {
  /** The name by which `npm run test:faults -- name` runs it alone. */
  name: string;
  title: string;
  /** What is done and how it is counted, for docs/reliability.md. */
  about: string;
} & (OnOneNode | OnThreeNodes | OnItsOwn);

/** `scale` is 1, or the part of it that a shorter run does. Trials on as many nodes share one product. */
export interface OnOneNode {
  on: 'one node';
  run(scale: number, product: Product): Promise<Row[]>;
}

export interface OnThreeNodes {
  on: 'three nodes';
  run(scale: number, product: ProductOnThree): Promise<Row[]>;
}

export interface OnItsOwn {
  on: 'its own';
  run(scale: number): Promise<Row[]>;
}
