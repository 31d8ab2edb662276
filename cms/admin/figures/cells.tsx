'use client';

import { longDate } from '@claimdesk/forms/calendar';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { useRowLabel } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { type DatedValue, dayOf, isOverdue, nextValue, valueOn } from '#cms/figures/dated-values.ts';
import { definitionOf } from '#cms/figures/definitions.ts';

function valuesOf({ rowData }: DefaultCellComponentProps): DatedValue[] {
  return (rowData.values as DatedValue[] | undefined) ?? [];
}

/** In the list: the value that the site shows today. */
export function TodayCell(props: DefaultCellComponentProps) {
  return <strong>{valueOn(valuesOf(props), easternToday())?.value ?? 'None'}</strong>;
}

/** In the list: the next value and its first day. */
export function NextCell(props: DefaultCellComponentProps) {
  const next = nextValue(valuesOf(props), easternToday());
  if (next) return <span>{`${next.value} from ${longDate(next.validFrom)}`}</span>;
  return <span>{definitionOf(String(props.rowData.name))?.yearly ? 'Not entered yet' : 'None'}</span>;
}

/** In the list: the date by which the current value must be reviewed. */
export function ReviewCell(props: DefaultCellComponentProps) {
  const today = easternToday();
  const value = valueOn(valuesOf(props), today);
  if (!value) return null;
  return isOverdue(value, today) ? (
    <strong className="overdue">Overdue since {longDate(value.reviewBy)}</strong>
  ) : (
    <span>{longDate(value.reviewBy)}</span>
  );
}

/** Names a value by its dates, so that closed rows can be told apart. */
export function ValueLabel() {
  const { data, rowNumber = 0 } = useRowLabel<Partial<DatedValue>>();
  if (!data.value || !data.validFrom) return <span>Value {rowNumber + 1}</span>;
  const future = dayOf(data.validFrom) > easternToday() ? ', not shown before' : '';
  return (
    <span>
      {data.value} from {longDate(data.validFrom)}
      {future}
    </span>
  );
}
