import { useState } from 'react';
import type { WidgetProps } from './form-context.ts';
import { formatSsn } from './format-ssn.ts';
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
