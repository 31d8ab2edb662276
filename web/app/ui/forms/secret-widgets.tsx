import { useState } from 'react';
import { countDigits, offsetAfterDigits, type Typed } from './caret.ts';
import type { WidgetProps } from './form-context.ts';
import { useHydrated } from './hydrated.ts';
import { PinRules } from './pin-rules.tsx';
import { TextField, type TextKind } from './text-widgets.tsx';

const ssn: TextKind = {
  inputMode: 'numeric',
  width: 'width-10',
  spellCheck: false,
  autoComplete: 'off',
  format: formatSsn,
};
const pin: TextKind = {
  inputMode: 'numeric',
  width: 'width-5',
  spellCheck: false,
  autoComplete: 'off',
  secret: true,
};

/**
 * Nine digits are hard to type unseen, so they are visible while typing; a valid value that came with the page is masked
 * until the person presses Show.
 */
export function SsnWidget(props: WidgetProps) {
  const prefilled = props.value !== undefined && !props.wrong;
  return <MaskedField {...props} kind={ssn} initiallyMasked={prefilled} label="Social Security number" />;
}

/** Masked from the start, like a password. */
export function PinWidget(props: WidgetProps) {
  const rules = (props.options.rules ?? []).filter((rule) => rule.advice);
  if (rules.length === 0) return <MaskedField {...props} kind={pin} initiallyMasked label={props.title} />;
  const id = `${props.id}-rules`;
  const describedBy = [props.describedBy, id].filter(Boolean).join(' ');
  return (
    <>
      <PinRules id={id} name={props.name} rules={rules} />
      <MaskedField {...props} describedBy={describedBy} kind={pin} initiallyMasked label={props.title} />
    </>
  );
}

/** An input with a Show/Hide button, which needs JavaScript and so appears after hydration. */
function MaskedField({
  kind,
  initiallyMasked,
  label,
  ...props
}: WidgetProps & { kind: TextKind; initiallyMasked: boolean; label: string }) {
  const [masked, setMasked] = useState(initiallyMasked);
  const hydrated = useHydrated();
  return (
    <div className="secret">
      <TextField {...props} kind={{ ...kind, type: masked ? 'password' : 'text' }} />
      {hydrated ? (
        <button
          type="button"
          className="button secondary"
          aria-controls={props.id}
          onClick={() => setMasked(!masked)}
        >
          {masked ? 'Show' : 'Hide'}
          <span className="visually-hidden"> ({label})</span>
        </button>
      ) : null}
    </div>
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
