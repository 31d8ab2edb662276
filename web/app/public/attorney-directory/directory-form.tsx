import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import { directoryHref } from '#web/app/ui/pages/navigation.ts';
import { longestSearch, longestZip, resultsId, resultsPath } from './addresses.ts';
import type { Directory } from './directory-types.ts';

/** The main way to choose; the browser itself puts the answers into the URL. */
export function DirectoryForm({ directory }: { directory: Directory }) {
  const { state, states, q, typedZip, isUnknownZip } = directory;
  const isEmptyState = state && !states.some(({ code }) => code === state.code);
  return (
    <search>
      <form className="directory-form" method="get" action={`${directoryHref}#${resultsId}`}>
        <Field id="state" label="State" hint="With the number of attorneys in each state." error={undefined}>
          <select
            className="input"
            id="state"
            name="state"
            defaultValue={state?.code ?? ''}
            aria-describedby={describedBy('state', { hint: true, error: false })}
          >
            <option value="">All States</option>
            {isEmptyState ? <option value={state.code}>{state.name} (0)</option> : null}
            {states.map(({ code, name, count }) => (
              <option value={code} key={code}>
                {name} ({count})
              </option>
            ))}
          </select>
        </Field>
        <Field
          id="zip"
          label="Your ZIP code"
          optional
          hint="The nearest attorneys come first."
          error={isUnknownZip ? 'We don’t know this ZIP code. Enter five digits, like 07102' : undefined}
        >
          <input
            className="input width-10"
            id="zip"
            name="zip"
            inputMode="numeric"
            maxLength={longestZip}
            defaultValue={typedZip}
            autoComplete="postal-code"
            enterKeyHint="search"
            aria-describedby={describedBy('zip', { hint: true, error: isUnknownZip })}
            aria-invalid={isUnknownZip || undefined}
          />
        </Field>
        <Field id="q" label="Name, firm, city or specialty" optional error={undefined}>
          <input
            className="input"
            id="q"
            name="q"
            type="search"
            maxLength={longestSearch}
            defaultValue={q}
            autoComplete="off"
            enterKeyHint="search"
          />
        </Field>
        <p className="button-row">
          <button className="button" type="submit">
            Find attorneys
          </button>
          {state || q || typedZip ? (
            <a className="button quiet" href={resultsPath({})}>
              Show all attorneys
            </a>
          ) : null}
        </p>
      </form>
    </search>
  );
}
