import type { Answers } from '@claimdesk/forms/definition';
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { type InputHTMLAttributes, useEffect, useRef } from 'react';
import { describedBy } from './field-ids.ts';
import { formatPhone, type Typed } from './format-phone.ts';

type Props = WidgetProps<Answers, RJSFSchema>;

interface Kind
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'spellCheck' | 'autoCapitalize'
  > {
  /** As wide as what it holds, see styles/forms.css. */
  width: string;
  /** Changes what is typed, without moving the caret. */
  format?: (typed: Typed) => Typed;
}

/** There is no `maxLength` anywhere: it would cut what is pasted, silently. Too long is said in words instead. */
const text: Kind = { type: 'text', width: 'width-20' };
const email: Kind = {
  type: 'email',
  inputMode: 'email',
  width: 'width-20',
  spellCheck: false,
  autoCapitalize: 'none',
};
const phone: Kind = { type: 'tel', inputMode: 'tel', width: 'width-10', format: formatPhone };
const zip: Kind = { type: 'text', inputMode: 'numeric', width: 'width-5' };

export const TextWidget = (props: Props) => <TextField {...props} kind={text} />;
export const EmailWidget = (props: Props) => <TextField {...props} kind={email} />;
export const PhoneWidget = (props: Props) => <TextField {...props} kind={phone} />;
export const ZipWidget = (props: Props) => <TextField {...props} kind={zip} />;

/**
 * React only starts the field and then listens, so that what was typed before the page's script ran stays, and the caret
 * is never moved by it.
 */
function TextField({
  id,
  htmlName,
  value,
  options,
  required,
  rawErrors,
  onChange,
  kind,
}: Props & { kind: Kind }) {
  const field = useRef<HTMLInputElement>(null);
  const { width, format, ...attributes } = kind;
  const report = (typed: string) => onChange(typed === '' ? undefined : typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before script ran
  useEffect(() => {
    if (!field.current) return;
    if (format) formatField(field.current, format);
    if (field.current.value !== (value ?? '')) report(field.current.value);
  }, []);
  const wrong = Boolean(rawErrors?.length);
  const start = value === undefined ? '' : String(value);
  return (
    <input
      {...attributes}
      ref={field}
      id={id}
      name={htmlName}
      className={`input ${width}`}
      defaultValue={format ? format({ text: start, caret: 0 }).text : start}
      autoComplete={options.autocomplete}
      aria-describedby={describedBy(id, { hint: Boolean(options.description), error: wrong })}
      aria-invalid={wrong || undefined}
      aria-required={required || undefined}
      onChange={({ currentTarget, nativeEvent }) => {
        // While an input method composes, the text is its own.
        const composing = 'isComposing' in nativeEvent && nativeEvent.isComposing;
        if (format && !composing) formatField(currentTarget, format);
        report(currentTarget.value);
      }}
    />
  );
}

function formatField(field: HTMLInputElement, format: NonNullable<Kind['format']>): void {
  const { text: formatted, caret } = format({
    text: field.value,
    caret: field.selectionStart ?? field.value.length,
  });
  if (formatted === field.value) return;
  field.value = formatted;
  // A caret is only set where there is one: elsewhere this would take the focus on some phones.
  if (field === field.ownerDocument.activeElement) field.setSelectionRange(caret, caret);
}
