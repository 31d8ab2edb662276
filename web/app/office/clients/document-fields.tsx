import { documentTypes, maxTitleCharacters } from '@claimdesk/api/document-types';
import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import type { NamedDocument } from './receive-document.server.ts';

interface Props {
  typed: NamedDocument;
  errors: Record<string, string>;
}

/** The title and the type of a document. */
export function DocumentFields({ typed, errors }: Props) {
  return (
    <>
      <Field
        id="title"
        label="Title"
        hint="By which staff find it. The name of the file is not kept."
        error={errors.title}
      >
        <input
          className="input"
          id="title"
          name="title"
          type="text"
          maxLength={maxTitleCharacters}
          autoComplete="off"
          defaultValue={typed.title}
          aria-invalid={errors.title ? true : undefined}
          aria-describedby={describedBy('title', { hint: true, error: Boolean(errors.title) })}
        />
      </Field>
      <Field id="type" label="Type" error={errors.type}>
        <select
          className="input"
          id="type"
          name="type"
          defaultValue={typed.type}
          aria-invalid={errors.type ? true : undefined}
          aria-describedby={describedBy('type', { hint: false, error: Boolean(errors.type) })}
        >
          <option value="">Choose one</option>
          {Object.entries(documentTypes).map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </select>
      </Field>
    </>
  );
}
