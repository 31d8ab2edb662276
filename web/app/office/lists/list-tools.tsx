import { DayField } from '#web/app/office/exports/fields.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { TiedField } from '#web/app/ui/forms/tied-field.tsx';
import {
  type AnyFilter,
  exportAddress,
  isFiltered,
  listAddress,
  type Order,
  orders,
  queueOrderOf,
} from './list-filter.ts';

interface ListToolsProps {
  /** As for `listAddress`. */
  path: string;
  filter: AnyFilter;
  /** What was searched for; null for no search. */
  query: string | null;
  /** What is wrong with the filter, or why a search could not begin. */
  problem: string | undefined;
  /** What the statuses of its records are called; left out where they have none. */
  statuses?: Record<string, string>;
  /** Whether its records have an owner. */
  hasOwners?: boolean;
  /** Whether those who sent its records are called. */
  hasCalls?: boolean;
  /** For lists of anything but submissions: the label of the search and, in place of arrival and status, the filter. */
  other?: { searchedBy: string; fields?: React.ReactNode };
  /** Its name in exports; left out for what can't be exported. */
  exportedAs?: string;
  /** There is nothing to filter or export yet. */
  isEmpty?: boolean;
}

/**
 * The search, filters and export above a list. All work without script; search terms are posted, so that no address
 * contains them.
 */
export function ListTools({
  path,
  filter,
  query,
  problem,
  statuses,
  hasOwners = false,
  hasCalls = false,
  other,
  exportedAs,
  isEmpty = false,
}: ListToolsProps) {
  const can = usePermissions();
  const { search: _, ...unsearched } = filter;
  return (
    <div className="list-tools">
      <search>
        <StaffForm className="search-form" action={path}>
          <Hidden filter={unsearched} />
          <label htmlFor="query">Search by {other?.searchedBy ?? 'name, phone, email or reference'}</label>
          <div className="search-row">
            <input
              className="input"
              id="query"
              name="query"
              type="search"
              maxLength={100}
              autoComplete="off"
              enterKeyHint="search"
              defaultValue={query ?? undefined}
            />
            <button type="submit" className="button secondary">
              Search
            </button>
          </div>
        </StaffForm>
      </search>
      {isEmpty ? null : (
        <Filters key={JSON.stringify(filter)} path={path} filter={filter}>
          {other?.fields ?? <ArrivalFields {...{ filter, statuses, hasOwners, hasCalls }} />}
        </Filters>
      )}
      {exportedAs && !isEmpty && can('exports.make') ? (
        <p className="lone-link">
          <a href={exportAddress(exportedAs, filter)}>Export this list</a>
        </p>
      ) : null}
      {problem ? (
        <p role="alert" className="notice error">
          {problem} <a href={path}>Clear</a>
        </p>
      ) : null}
      {query === null ? null : (
        <p className="list-query">
          Search: “{query}” · <a href={listAddress(path, unsearched)}>Clear</a>
        </p>
      )}
    </div>
  );
}

function Hidden({ filter }: { filter: AnyFilter }) {
  return Object.entries(filter).map(([name, value]) => (
    <input type="hidden" name={name} value={value} key={name} />
  ));
}

type FiltersProps = Pick<ListToolsProps, 'path' | 'filter'> & { children: React.ReactNode };

function Filters({ path, filter, children }: FiltersProps) {
  const { search, ...chosen } = filter;
  return (
    <details className="fold" open={Object.keys(chosen).length > 0}>
      <summary>Filter and sort</summary>
      <form action={path} className="filter-fields">
        <Hidden filter={search ? { search } : {}} />
        {children}
        <button type="submit" className="button secondary">
          Show
        </button>
        {Object.keys(chosen).length > 0 ? (
          <a href={listAddress(path, search ? { search } : {})}>Show everything</a>
        ) : null}
      </form>
    </details>
  );
}

/** The filter and order of a list of submissions. */
function ArrivalFields({
  filter,
  statuses,
  hasOwners,
  hasCalls,
}: Pick<ListToolsProps, 'filter' | 'statuses' | 'hasOwners' | 'hasCalls'>) {
  const { sort: _, ...unsorted } = filter;
  const usual: Order = statuses?.pending ? queueOrderOf(unsorted) : 'newest';
  const lacking: Order[] = [
    ...(statuses?.pending ? [] : ['pending' as const]),
    ...(hasCalls ? [] : ['calls' as const]),
  ];
  const offered = Object.entries(orders).filter(
    ([order]) => order !== usual && !lacking.some((each) => each === order),
  );
  return (
    <>
      {statuses ? (
        <Choice
          name="status"
          label="Status"
          options={Object.entries(statuses)}
          first="Any"
          chosen={filter.status}
        />
      ) : null}
      {hasOwners ? (
        <Choice name="owner" label="Owner" options={[['me', 'Mine']]} first="Anybody" chosen={filter.owner} />
      ) : null}
      <DayField name="from" label="First day" value={filter.from ?? ''} />
      <DayField name="to" label="Last day" value={filter.to ?? ''} />
      <Choice name="sort" label="Order" options={offered} first={orders[usual]} chosen={filter.sort} />
    </>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  /** Values and their labels. */
  options: [value: string, label: string][];
  /** The label of the default choice. */
  first: string;
  chosen: string | undefined;
  error?: string | undefined;
}

export function Choice({ name, label, options, first, chosen = '', error }: ChoiceProps) {
  return (
    <TiedField id={name} label={label} error={error}>
      {(tied) => (
        <select {...tied} className="input" name={name} defaultValue={chosen}>
          <option value="">{first}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </TiedField>
  );
}

/** @returns whether a list has no rows at all, as opposed to none on this page or with this filter. */
export function isListEmpty({
  filter,
  cursor,
  page,
}: {
  filter: AnyFilter;
  cursor: string | null;
  page: { rows: unknown[] } | undefined;
}): boolean {
  return page?.rows.length === 0 && cursor === null && !isFiltered(filter);
}

interface NoRowsProps {
  path: string;
  filter: AnyFilter;
  /** Of the page; null for the first one. */
  cursor: string | null;
  /** Its own words, where nothing was left out. */
  empty: string;
  /** What its records are called. */
  many: string;
}

/** Replaces a list without rows. Past the end of a list there are rows on earlier pages, so it links to the first one. */
export function NoRows({ path, filter, cursor, empty, many }: NoRowsProps) {
  if (cursor) return <p>{`No further ${many}.`}</p>;
  if (!isFiltered(filter)) return <p>{empty}</p>;
  return (
    <p>
      No {many} match. <a href={path}>Clear</a>
    </p>
  );
}
