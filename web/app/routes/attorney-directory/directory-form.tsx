import { directoryHref } from '#web/app/navigation.ts';
import { longestSearch, resultsId, resultsPath } from './addresses.ts';
import type { Directory } from './directory-types.ts';

/** The main way to choose; the browser itself puts the answers into the URL. */
export function DirectoryForm({ directory: { state, states, q } }: { directory: Directory }) {
  const isEmptyState = state && !states.some(({ code }) => code === state.code);
  return (
    <search>
      <form className="directory-form" method="get" action={`${directoryHref}#${resultsId}`}>
        <div className="field">
          <label htmlFor="state">State</label>
          <select className="input" id="state" name="state" defaultValue={state?.code ?? ''}>
            <option value="">All States</option>
            {isEmptyState ? <option value={state.code}>{state.name} (0)</option> : null}
            {states.map(({ code, name, count }) => (
              <option value={code} key={code}>
                {name} ({count})
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="q">
            Name, firm, city or specialty <span className="optional">(optional)</span>
          </label>
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
        </div>
        <p className="button-row">
          <button className="button" type="submit">
            Find attorneys
          </button>
          {state || q ? (
            <a className="button quiet" href={resultsPath({})}>
              Show all attorneys
            </a>
          ) : null}
        </p>
      </form>
    </search>
  );
}
