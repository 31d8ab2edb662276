import { type InputHTMLAttributes, useRef } from 'react';
import type { Typed } from './caret.ts';
import { CharactersLeft } from './characters-left.tsx';
import { countId } from './field-ids.ts';
import { useFieldReader } from './field-readers.ts';
import type { WidgetProps } from './form-context.ts';
import { formatPhone } from './format-phone.ts';

/** How one kind of text input differs from others. */
export interface TextKind
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'spellCheck' | 'autoCapitalize' | 'autoComplete' | 'placeholder'
  > {
  /** A width class from forms.css that fits the expected answer. */
  width: string;
  /** Reformats the text while typing and returns where the caret goes. */
  format?: (typed: Typed) => Typed;
  /** Parses non-empty text into an answer; by default the answer is the text. */
  parse?: (text: string) => unknown;
  /** Rows of a textarea; an input if left out. */
  lines?: number;
  /** Never rendered into a page. */
  secret?: boolean;
}

// No `maxLength` attributes: they silently truncate pasted text. An error message says that a text is too long.
const widgetOf = (kind: TextKind) => (props: WidgetProps) => <TextField {...props} kind={kind} />;
export const EmailWidget = widgetOf({
  type: 'email',
  inputMode: 'email',
  width: 'width-20',
  spellCheck: false,
  autoCapitalize: 'none',
});
export const PhoneWidget = widgetOf({
  type: 'tel',
  inputMode: 'tel',
  width: 'width-10',
  format: formatPhone,
});
export const ZipWidget = widgetOf({ type: 'text', inputMode: 'numeric', width: 'width-5' });
/** The space by which forms.css knows that nothing was typed. */
export const UrbanizationWidget = widgetOf({
  type: 'text',
  width: 'width-20 urbanization',
  placeholder: ' ',
});
export const ListWidget = widgetOf({ type: 'text', width: 'width-30', parse: parseList });
export const TimeWidget = widgetOf({ type: 'time', width: 'width-10' });
const textarea: TextKind = { width: 'width-30', lines: 6 };

export const TextWidget = (props: WidgetProps) => (
  <TextField {...props} kind={{ type: 'text', width: widthFor(props.schema.maxLength) }} />
);
export const NumberWidget = (props: WidgetProps) => (
  <TextField
    {...props}
    kind={{
      type: 'text',
      inputMode: props.schema.type === 'integer' ? 'numeric' : 'decimal',
      width: widthFor(String(props.schema.maximum ?? 1e9).length),
      parse: parseNumber,
    }}
  />
);

/** A textarea, with a character count if the schema has a `maxLength`. */
export function TextareaWidget(props: WidgetProps) {
  const { maxLength } = props.schema;
  if (maxLength === undefined) return <TextField {...props} kind={textarea} />;
  const describedBy = [props.describedBy, countId(props.id)].filter(Boolean).join(' ');
  return (
    <>
      <TextField {...props} describedBy={describedBy} kind={textarea} />
      <CharactersLeft id={props.id} maxLength={maxLength} text={showText(props.value)} />
    </>
  );
}

/** An uncontrolled input, so that text typed before hydration is kept and rendering never moves the caret. */
export function TextField({
  id,
  name,
  value,
  options,
  required,
  wrong,
  onChange,
  kind,
  ...props
}: WidgetProps & { kind: TextKind }) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { width, format, parse, lines, secret, autoComplete, ...attributes } = kind;
  const initial = secret ? '' : showText(value);
  const formattedInitial = format ? format({ text: initial, caret: 0 }).text : initial;
  const reported = useRef(formattedInitial);
  function report(typed: string): void {
    reported.current = typed;
    onChange(typed.trim() === '' ? undefined : parse ? parse(typed) : typed);
  }
  useFieldReader(() => {
    if (!field.current) return;
    if (format) formatField(field.current, format);
    if (field.current.value !== reported.current) report(field.current.value);
  });
  const Tag = lines ? 'textarea' : 'input';
  return (
    <Tag
      {...attributes}
      ref={field}
      id={id}
      name={name}
      rows={lines}
      className={`input ${width}`}
      defaultValue={formattedInitial}
      autoComplete={options.autocomplete ?? autoComplete}
      aria-describedby={props.describedBy}
      aria-invalid={wrong || undefined}
      aria-required={required || undefined}
      onChange={({
        currentTarget,
        nativeEvent,
      }: React.ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) => {
        // Formatting would interrupt an IME composition.
        const composing = 'isComposing' in nativeEvent && nativeEvent.isComposing;
        if (format && !composing) formatField(currentTarget, format);
        report(currentTarget.value);
      }}
    />
  );
}

function widthFor(maxLength = Number.POSITIVE_INFINITY): string {
  if (maxLength <= 2) return 'width-2';
  if (maxLength <= 5) return 'width-5';
  return maxLength <= 12 ? 'width-10' : 'width-20';
}

function showText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Text that is not a number stays as typed, for the form's validation to reject. */
function parseNumber(text: string): unknown {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text.trim()) ? Number(text) : text;
}

/** Splits at commas, trims the entries and drops empty ones. */
function parseList(text: string): string[] | undefined {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.length > 0 ? entries : undefined;
}

function formatField(field: HTMLInputElement, format: NonNullable<TextKind['format']>): void {
  const { text: formatted, caret } = format({
    text: field.value,
    caret: field.selectionStart ?? field.value.length,
  });
  if (formatted === field.value) return;
  field.value = formatted;
  // Only if focused: on some phones, setting the selection takes focus.
  if (field === field.ownerDocument.activeElement) field.setSelectionRange(caret, caret);
}
