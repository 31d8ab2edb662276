import { Fragment } from 'react';
import { Link } from 'react-router';
import { StarIcon } from '#web/app/ui/components/icons.tsx';
import { useAdding } from './change-form.tsx';
import type { Kind } from './profile-words.ts';

interface Props {
  kind: Kind;
  heading: string;
  /** What it says when there are none. */
  empty: string;
  count: number;
  /** The link that opens the form; left out while it is open. */
  add?: { label: string; to: string } | undefined;
  /** @returns the name of an entry that is being added. */
  nameOf: (answers: Record<string, string>) => string;
  children: React.ReactNode;
}

export function listHeadingId(kind: Kind): string {
  return `${kind}-list`;
}

/** A list of cards, each an entry with its actions. */
export function EntryList({ kind, heading, empty, count, add, nameOf, children }: Props) {
  const adding = useAdding(kind);
  const title = listHeadingId(kind);
  return (
    <section aria-labelledby={title}>
      <h2 id={title} tabIndex={-1}>
        {heading}
      </h2>
      {count === 0 && !adding ? <p>{empty}</p> : null}
      <ul className="entries-list">
        {children}
        {adding ? (
          <li className="entry pending">
            <p className="entry-name">{nameOf(adding)}</p>
            <p>Saving…</p>
          </li>
        ) : null}
      </ul>
      {add ? (
        <p className="add-new">
          <Link className="button" to={add.to}>
            {add.label}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

export function PrimaryStar() {
  return (
    <span className="badge primary-star">
      <StarIcon />
      Primary
    </span>
  );
}

/** An email address that breaks at its dots and at the @, and inside a word only where that is too long. */
export function AddressText({ text }: { text: string }) {
  return text.split(/(?<=[.@])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and keep their order.
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}
