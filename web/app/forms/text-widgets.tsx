import { type InputHTMLAttributes, useEffect, useRef } from 'react';
import type { Typed } from './caret.ts';
import { CharactersLeft } from './characters-left.tsx';
import { countId } from './field-ids.ts';
import type { WidgetProps } from './form-context.ts';
import { formatPhone } from './format-phone.ts';

/** What tells one kind of text from another. */
export interface Kind
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'spellCheck' | 'autoCapitalize' | 'autoComplete'
  > {
  /** As wide as what it holds, see forms.css. */
  width: string;
  /** Changes what is typed, without moving the caret. */
  format?: (typed: Typed) => Typed;
  /** @returns the answer that a text which is not empty stands for; the text itself where left out. */
  read?: (text: string) => unknown;
  /** Several lines. */
  lines?: number;
  /** What was typed is never written into a page. */
  secret?: boolean;
}

/** There is no `maxLength` anywhere: it would cut what is pasted, silently. Too long is said in words instead. */
const email: Kind = {
  type: 'email',
  inputMode: 'email',
  width: 'width-20',
  spellCheck: false,
  autoCapitalize: 'none',
};
const phone: Kind = { type: 'tel', inputMode: 'tel', width: 'width-10', format: formatPhone };
const zip: Kind = { type: 'text', inputMode: 'numeric', width: 'width-5' };
const list: Kind = { type: 'text', width: 'width-30', read: readList };
const textarea: Kind = { width: 'width-30', lines: 6 };

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
      read: readNumber,
    }}
  />
);
export const EmailWidget = (props: WidgetProps) => <TextField {...props} kind={email} />;
export const PhoneWidget = (props: WidgetProps) => <TextField {...props} kind={phone} />;
export const ZipWidget = (props: WidgetProps) => <TextField {...props} kind={zip} />;
export const ListWidget = (props: WidgetProps) => <TextField {...props} kind={list} />;

/** Several lines, and where they have a limit, how much of it is left. */
export function TextareaWidget(props: WidgetProps) {
  const { maxLength } = props.schema;
  if (maxLength === undefined) return <TextField {...props} kind={textarea} />;
  const described = [props.describedBy, countId(props.id)].filter(Boolean).join(' ');
  return (
    <>
      <TextField {...props} describedBy={described} kind={textarea} />
      <CharactersLeft id={props.id} most={maxLength} text={showText(props.value)} />
    </>
  );
}

/**
 * React only starts the field and then listens, so that what was typed before the page's script ran stays, and the caret
 * is never moved by it.
 */
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
}: WidgetProps & { kind: Kind }) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { width, format, read, lines, secret, autoComplete, ...attributes } = kind;
  const start = secret ? '' : showText(value);
  const shown = format ? format({ text: start, caret: 0 }).text : start;
  const report = (typed: string) => onChange(typed.trim() === '' ? undefined : read ? read(typed) : typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before script ran
  useEffect(() => {
    if (!field.current) return;
    if (format) formatField(field.current, format);
    if (field.current.value !== shown) report(field.current.value);
  }, []);
  const Tag = lines ? 'textarea' : 'input';
  return (
    <Tag
      {...attributes}
      ref={field}
      id={id}
      name={name}
      rows={lines}
      className={`input ${width}`}
      defaultValue={shown}
      autoComplete={options.autocomplete ?? autoComplete}
      aria-describedby={props.describedBy}
      aria-invalid={wrong || undefined}
      aria-required={required || undefined}
      onChange={({
        currentTarget,
        nativeEvent,
      }: React.ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) => {
        // While an input method composes, the text is its own.
        const composing = 'isComposing' in nativeEvent && nativeEvent.isComposing;
        if (format && !composing) formatField(currentTarget, format);
        report(currentTarget.value);
      }}
    />
  );
}

/** @param most characters. */
function widthFor(most = Number.POSITIVE_INFINITY): string {
  if (most <= 2) return 'width-2';
  if (most <= 5) return 'width-5';
  return most <= 12 ? 'width-10' : 'width-20';
}

function showText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** What is no number stays as it was typed, for the form's rules to refuse. */
function readNumber(text: string): unknown {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text.trim()) ? Number(text) : text;
}

/** SPEC section 5: split at commas, trimmed, empty ones dropped. */
function readList(text: string): string[] | undefined {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.length > 0 ? entries : undefined;
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
