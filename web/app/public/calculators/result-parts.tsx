import { urlOfSource } from '@claimdesk/cms/find-source-fault';
import { anchorOf, type CalculatorName } from '#web/app/ui/components/answer.ts';
import { CallUs } from '#web/app/ui/components/call-us.tsx';
import { evaluationHref } from '#web/app/ui/pages/navigation.ts';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** @returns cents in dollars, without the cents where there are none: `$85`, `$85.50`. */
export function money(cents: number): string {
  return dollars.format(cents / 100);
}

/** @returns an amount that is taken off: `−$85`; `$0` where nothing is. */
export function less(cents: number): string {
  return cents === 0 ? money(0) : `−${money(cents)}`;
}

/** What was asked for, in large type, and a few words on it. It takes the focus, and is announced. */
export function Finding({
  calculator,
  title,
  value,
  urgent = false,
  children,
}: {
  calculator: CalculatorName;
  title: string;
  value?: React.ReactNode;
  urgent?: boolean;
  children?: React.ReactNode;
}) {
  return (
    <div
      className={urgent ? 'notice urgent' : 'notice'}
      id={anchorOf(calculator)}
      role="status"
      tabIndex={-1}
    >
      <h3>{title}</h3>
      {value ? (
        <p className="finding">
          <strong>{value}</strong>
        </p>
      ) : null}
      {children}
    </div>
  );
}

/** Part of every finding that only Social Security can decide. */
export function AnEstimate() {
  return (
    <p>
      <strong>An estimate, not advice.</strong> Social Security decides, based on its own records.
    </p>
  );
}

/** Amounts one below the other, as they are added up; the last one is the sum. */
export function Amounts({ rows }: { rows: readonly (readonly [what: string, amount: string] | null)[] }) {
  return (
    <dl className="amounts">
      {rows.map((row) =>
        row ? (
          <div key={row[0]}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** The number of a rule, kept on one line and linked to the agency's text. */
export function Rule({ number }: { number: string }) {
  return <a href={urlOfSource(number)}>{number.replaceAll(' ', '\u00a0')}</a>;
}

/** What a visitor can do with the result. Nothing is kept of what was typed. */
export function WhatNext({ children }: { children: React.ReactNode }) {
  return (
    <>
      <h3>What to do next</h3>
      <p>
        {children} Start a <a href={evaluationHref}>Free Case Evaluation</a>
        <CallUs otherwise="."> or call us at</CallUs>
      </p>
      <p className="fine">We do not keep what you typed. Print this page if you want to keep it.</p>
    </>
  );
}
