import { useState } from 'react';
import type { WidgetProps } from './form-context.ts';
import { useHydrated } from './hydrated.ts';
import { TextField, type TextKind } from './text-widgets.tsx';

const password: TextKind = { width: 'width-20', secret: true };

export function PasswordWidget(props: WidgetProps) {
  return <MaskedField {...props} kind={password} />;
}

/**
 * An input with a Show/Hide button, which needs JavaScript and so appears after hydration. What is secret is masked from the
 * start, anything else where a valid value came with the page.
 */
export function MaskedField({ kind, ...props }: WidgetProps & { kind: TextKind }) {
  const [masked, setMasked] = useState(kind.secret || (props.value !== undefined && !props.wrong));
  const hydrated = useHydrated();
  const type = masked ? 'password' : 'text';
  return (
    <div className="secret">
      <TextField
        {...props}
        kind={{ spellCheck: false, autoCapitalize: 'none', autoComplete: 'off', ...kind, type }}
      />
      {hydrated ? (
        <button
          type="button"
          className="button secondary"
          aria-controls={props.id}
          onClick={() => setMasked(!masked)}
        >
          {masked ? 'Show' : 'Hide'}
          <span className="visually-hidden"> ({props.title})</span>
        </button>
      ) : null}
    </div>
  );
}
