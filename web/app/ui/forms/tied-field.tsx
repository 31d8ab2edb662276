import { Field, type FieldProps } from './field.tsx';
import { describedBy } from './field-ids.ts';

interface Props extends Omit<FieldProps, 'children'> {
  /** The input, with what ties it to label, hint and error. */
  children: (
    tied: Pick<React.ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>,
  ) => React.ReactNode;
}

/** A labeled input that no widget of forms draws, such as a file or a day of a calendar. */
export function TiedField({ children, ...field }: Props) {
  const { id, hint, error } = field;
  return (
    <Field {...field}>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy(id, { hint: Boolean(hint), error: Boolean(error) }),
      })}
    </Field>
  );
}
