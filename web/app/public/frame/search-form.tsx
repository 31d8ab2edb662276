interface SearchFormProps {
  /** Unique on the page. */
  id: string;
  /** Distinguishes this form from others on the page. */
  label: string;
  query?: string;
  /** In a popover, which moves the focus there when it opens. */
  inPopover?: boolean;
}

/** Searches pages, articles and answers. Queries are personal, so browsers are asked not to remember them. */
export function SearchForm({ id, label, query, inPopover }: SearchFormProps) {
  return (
    <search aria-labelledby={`${id}-label`}>
      <form className="search-form" action="/search">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        <div className="search-row">
          <input
            className="input"
            id={id}
            name="q"
            type="search"
            maxLength={100}
            defaultValue={query}
            autoComplete="off"
            enterKeyHint="search"
            // biome-ignore lint/a11y/noAutofocus: it is hidden until a button opens the popover
            autoFocus={inPopover}
          />
          <button className="button" type="submit">
            Search
          </button>
        </div>
      </form>
    </search>
  );
}
