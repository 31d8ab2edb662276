'use client';

import type { DefaultCellComponentProps } from 'payload';
import { easternInput } from '../eastern-time.ts';
import { isOverdue } from '../sources/is-overdue.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** The day of the next review; one that has passed stands out. */
export function NextReviewCell({ cellData }: DefaultCellComponentProps) {
  if (typeof cellData !== 'string') return <span aria-hidden="true">-</span>;
  const day = dayFormat.format(new Date(cellData));
  const today = easternInput(Date.now()).slice(0, 10);
  return isOverdue(cellData, today) ? <strong>Overdue since {day}</strong> : <span>{day}</span>;
}
