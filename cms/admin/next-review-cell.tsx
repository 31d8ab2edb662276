'use client';

import { mediumDate } from '@claimdesk/forms/calendar';
import { easternToday } from '@claimdesk/forms/eastern-time';
import type { DefaultCellComponentProps } from 'payload';
import { isOverdue } from '../sources/is-overdue.ts';

/** The day of the next review; one that has passed stands out. */
export function NextReviewCell({ cellData }: DefaultCellComponentProps) {
  if (typeof cellData !== 'string') return <span aria-hidden="true">-</span>;
  const day = mediumDate(cellData);
  return isOverdue(cellData, easternToday()) ? <strong>Overdue since {day}</strong> : <span>{day}</span>;
}
