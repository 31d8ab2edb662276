import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { focusAfter } from '#web/app/office/list-dialog.tsx';
import { leaveForStaffLogin } from '#web/app/office/staff-session.ts';
import { isRefusal, problemOf, trpc } from '#web/app/trpc.ts';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { TiedField } from '#web/app/ui/forms/tied-field.tsx';
import '#web/app/ui/forms/widgets.css';
import type { Import } from './import-words.ts';

type Mapping = NonNullable<Import['mapping']>;
type Field = Exclude<keyof Mapping, 'zone'>;

/** What columns can say, each with how headings usually call it. */
const fields: Readonly<Record<Field, { label: string; hint?: string; usual: RegExp }>> = {
  ssn: { label: 'Social Security number', usual: /ssn|social security/i },
  birth: { label: 'Date of birth', usual: /birth|dob/i },
  first: { label: 'First name', usual: /\bfirst\b(?!.*(date|contact))/i },
  last: { label: 'Last name', usual: /\blast\b(?!.*(date|four|4|digit|update|action))|surname/i },
  name: { label: 'Full name', hint: 'First and last name in one column', usual: /name|claimant/i },
  level: {
    label: 'Level',
    hint: 'Initial, reconsideration, hearing, Appeals Council or court',
    usual: /level|stage/i,
  },
  status: {
    label: 'Status or decision',
    hint: 'Such as pending, denied, approved, hearing scheduled',
    usual: /status|decision|outcome/i,
  },
  day: { label: 'Date of the decision or notice', usual: /(decision|notice|status) date|^date/i },
  next: {
    label: 'Next date',
    hint: 'Of a hearing or exam with its time, where that has no column of its own',
    usual: /next|hearing date|exam date|due/i,
  },
  time: { label: 'Time of the hearing or exam', usual: /\btime\b(?!.*zone)/i },
};
const names = Object.keys(fields) as Field[];

const zones = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
  'America/Puerto_Rico': 'Puerto Rico',
};

const idOf = (field: string) => `column-${field}`;

/** Asks which column says what. The columns differ from file to file, so that no definition of a form has them. */
export function MappingForm({ imported }: { imported: Import }) {
  const { id, headers, mapping, isRemembered } = imported;
  const [chosen, setChosen] = useState(() => firstChoice(headers, mapping));
  const [problem, setProblem] = useState<Problem | null>(null);
  const queries = useQueryClient();
  const map = trpc.imports.map.useMutation({
    async onSuccess() {
      await queries.invalidateQueries();
      focusAfter(undefined)?.focus();
    },
    onError(error) {
      if (isRefusal(error, 'signed-out')) return leaveForStaffLogin();
      if (isRefusal(error, 'conflict')) void queries.invalidateQueries();
      setProblem(problemOf(error, { title: 'The rows were not read', text: 'Please try again.' }));
    },
  });
  function send() {
    if (map.isPending) return;
    setProblem(null);
    const columns = names.flatMap((name) => (chosen[name] ? [[name, Number(chosen[name])]] : []));
    map.mutate({ id, mapping: { ...Object.fromEntries(columns), zone: chosen.zone ?? '' } });
  }
  const select = (name: keyof Mapping, options: readonly (readonly [string, string])[], hint?: string) => (
    <TiedField
      key={name}
      id={idOf(name)}
      label={name === 'zone' ? 'Time zone of hearings and exams in the file' : fields[name].label}
      hint={hint}
      error={problem?.errors[name]}
    >
      {(tied) => (
        <select
          {...tied}
          className="input"
          value={chosen[name] ?? ''}
          onChange={({ target }) => setChosen({ ...chosen, [name]: target.value })}
        >
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </TiedField>
  );
  const columns = [
    ['', 'Not in the file'],
    ...headers.map((header, at) => [String(at), header] as const),
  ] as const;
  return (
    <>
      {problem ? <ErrorSummary problem={problem} targetOf={idOf} /> : null}
      <p>
        {isRemembered
          ? 'A file with the same headings was mapped like this. Check it.'
          : mapping
            ? 'What people decided about rows is asked again.'
            : 'What the headings say is filled in. Check it.'}
      </p>
      <form
        className="form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {names.map((name) => select(name, columns as never, fields[name].hint))}
        {select('zone', Object.entries(zones))}
        <p role="status">{map.isPending ? 'Saving…' : null}</p>
        <button type="submit" className="button">
          Find whose the rows are
        </button>
      </form>
    </>
  );
}

/** @returns the columns as they were chosen before; otherwise those whose headings say it, each once. */
export function firstChoice(
  headers: readonly string[],
  mapping: Mapping | null,
): Partial<Record<keyof Mapping, string>> {
  if (mapping)
    return Object.fromEntries(Object.entries(mapping).map(([name, column]) => [name, String(column)]));
  const free = new Map(headers.map((header, at) => [String(at), header]));
  const found = names.flatMap((name) => {
    const [column] = [...free].find(([, header]) => fields[name].usual.test(header)) ?? [];
    if (column === undefined) return [];
    free.delete(column);
    return [[name, column]];
  });
  const chosen: Partial<Record<keyof Mapping, string>> = {
    ...Object.fromEntries(found),
    zone: 'America/New_York',
  };
  // A half of a name is none.
  if (chosen.first === undefined || chosen.last === undefined) {
    delete chosen.first;
    delete chosen.last;
  }
  return chosen;
}
