'use client';

import { longDate } from '@claimdesk/forms/calendar';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { useDocumentInfo, useRowLabel } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { type DatedValue, dayOf, nextValue, valueOn } from '#cms/figures/dated-values.ts';
import { definitionOf, type FigureDefinition } from '#cms/figures/definitions.ts';
import { attributionOf, isUncounted, yearOf } from '#cms/figures/words.ts';
import { reminderWords, yearlyReminder } from '#cms/figures/yearly-reminder.ts';
import { isOverdue } from '#cms/sources/is-overdue.ts';

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
  return isOverdue(value.reviewBy, today) ? (
    <strong className="overdue">Overdue since {longDate(value.reviewBy)}</strong>
  ) : (
    <span>{longDate(value.reviewBy)}</span>
  );
}

/** Names a value by its dates, so that closed rows can be told apart. */
export function ValueLabel() {
  const { data, rowNumber = 0 } = useRowLabel<Partial<DatedValue>>();
  if (!data.value || !data.validFrom) return <span>Value {rowNumber + 1}</span>;
  const future = dayOf(data.validFrom) > easternToday() ? ', not in force before' : '';
  return (
    <span>
      {data.value} from {longDate(data.validFrom)}
      {future}
    </span>
  );
}

/**
 * Above the form: what the site shows by the values as they are saved. In the browser, because Payload does not render
 * components of the server again after a save.
 */
export function SavedValues({ definition }: { definition: FigureDefinition }) {
  const { data, hasSavePermission } = useDocumentInfo();
  const isPublisher = hasSavePermission !== false;
  const values = (data?.values as DatedValue[] | undefined) ?? [];
  const today = easternToday();
  const [now, next] = [valueOn(values, today), nextValue(values, today)];
  const year = now && yearOf(definition, now);
  // What every site says, without the example of a trial.
  const attribution = now && attributionOf(definition, now, true);
  const reminder = yearlyReminder(definition, values, today);
  return (
    <>
      <p>
        The site shows <strong>{now?.value ?? 'nothing'}</strong>
        {year ? ` and says ${year} with it` : ''}.{' '}
        {next ? `From ${longDate(next.validFrom)} it shows ${next.value}.` : null}
        {attribution ? `Beside it stands: “${attribution}”. ` : null}
        {reminder ? ` ${reminderWords(reminder)}.` : null}
        {reminder && !isPublisher ? ' A publisher can enter it.' : null}
        {!next && !reminder && definition.yearly ? 'The value for next year has not been entered yet.' : null}
      </p>
      {now ? (
        <p>
          Source:{' '}
          {now.sourceUrl ? <a href={now.sourceUrl}>{now.sourceName}</a> : now.sourceName || 'not entered yet'}
        </p>
      ) : null}
      {now && isUncounted(definition, now) ? (
        <p className="figure-about__overdue">
          <strong>Of which period it is and how it is counted is not entered.</strong> A trial shows an
          example beside it. {isPublisher ? 'Enter both in the value below.' : 'A publisher can enter both.'}
        </p>
      ) : null}
      {now && isOverdue(now.reviewBy, today) ? (
        <p className="figure-about__overdue">
          <strong>The review is overdue since {longDate(now.reviewBy)}.</strong> Readers are told so on every
          page that shows it.{' '}
          {isPublisher
            ? 'Compare it with its source, then enter a new value, or set the two dates of this one.'
            : 'A publisher can enter a new value, or set the two dates of this one.'}
        </p>
      ) : null}
    </>
  );
}
