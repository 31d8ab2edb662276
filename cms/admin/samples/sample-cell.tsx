'use client';

import type { DefaultCellComponentProps } from 'payload';

/** In the list: names a sample, and says nothing of other entries. */
export function SampleCell({ cellData }: DefaultCellComponentProps) {
  return cellData === true ? <span>Sample</span> : null;
}
