import { countDigits, offsetAfterDigits, type Typed } from './caret.ts';
import type { WidgetProps } from './form-context.ts';
import { MaskedField } from './masked-field.tsx';
import { PinRules } from './pin-rules.tsx';
import type { TextKind } from './text-widgets.tsx';

const ssn: TextKind = { inputMode: 'numeric', width: 'width-10', format: formatSsn };
const pin: TextKind = { inputMode: 'numeric', width: 'width-5', secret: true };

/** Nine digits are hard to type unseen, so they are visible while typing. */
export function SsnWidget(props: WidgetProps) {
  return <MaskedField {...props} kind={ssn} />;
}

export function PinWidget(props: WidgetProps) {
  const rules = (props.options.rules ?? []).filter((rule) => rule.advice);
  const id = rules.length > 0 ? `${props.id}-rules` : '';
  const describedBy = [props.describedBy, id].filter(Boolean).join(' ') || undefined;
  return (
    <>
      {id ? <PinRules id={id} name={props.name} rules={rules} /> : null}
      <MaskedField {...props} describedBy={describedBy} kind={pin} />
    </>
  );
}

/**
 * Formats a Social Security number as it is typed: XXX-XX-XXXX. The caret stays after the same digit.
 *
 * @returns the text unchanged if it is not an SSN: typed or pasted characters are never dropped.
 */
export function formatSsn({ text, caret }: Typed): Typed {
  if (/[^\d\s-]/.test(text) || countDigits(text) > 9) return { text, caret };
  const digits = text.replace(/\D/g, '');
  const parts = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  const formatted = parts.filter(Boolean).join('-');
  return { text: formatted, caret: offsetAfterDigits(formatted, countDigits(text.slice(0, caret))) };
}
