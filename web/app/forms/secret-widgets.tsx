import { useState } from 'react';
import type { WidgetProps } from './form-context.ts';
import { formatSsn } from './format-ssn.ts';
import { useHydrated } from './hydrated.ts';
import { PinRules } from './pin-rules.tsx';
import { type Kind, TextField } from './text-widgets.tsx';

const ssn: Kind = {
  inputMode: 'numeric',
  width: 'width-10',
  spellCheck: false,
  autoComplete: 'off',
  format: formatSsn,
};
const pin: Kind = {
  inputMode: 'numeric',
  width: 'width-5',
  spellCheck: false,
  autoComplete: 'off',
  secret: true,
};

/**
 * Nine digits are hard to type unseen, so they are shown while they are typed; what came with the page, and is right, is
 * covered until it is asked for.
 */
export function SsnWidget(props: WidgetProps) {
  const given = props.value !== undefined && !props.wrong;
  return <Covered {...props} kind={ssn} coveredAtFirst={given} what="Social Security number" />;
}

/** Covered from the start, as the key that it is. */
export function PinWidget(props: WidgetProps) {
  const rules = (props.options.rules ?? []).filter((rule) => rule.advice);
  if (rules.length === 0) return <Covered {...props} kind={pin} coveredAtFirst what={props.title} />;
  const id = `${props.id}-rules`;
  const describedBy = [props.describedBy, id].filter(Boolean).join(' ');
  return (
    <>
      <PinRules id={id} name={props.name} rules={rules} />
      <Covered {...props} describedBy={describedBy} kind={pin} coveredAtFirst what={props.title} />
    </>
  );
}

/** A field that can be covered and shown. The button needs script, so it appears with it. */
function Covered({
  kind,
  coveredAtFirst,
  what,
  ...props
}: WidgetProps & { kind: Kind; coveredAtFirst: boolean; what: string }) {
  const [covered, setCovered] = useState(coveredAtFirst);
  const hydrated = useHydrated();
  return (
    <div className="secret">
      <TextField {...props} kind={{ ...kind, type: covered ? 'password' : 'text' }} />
      {hydrated ? (
        <button
          type="button"
          className="button secondary"
          aria-controls={props.id}
          onClick={() => setCovered(!covered)}
        >
          {covered ? 'Show' : 'Hide'}
          <span className="visually-hidden"> ({what})</span>
        </button>
      ) : null}
    </div>
  );
}
