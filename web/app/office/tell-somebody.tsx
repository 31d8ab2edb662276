import { trpc } from '#web/app/trpc.ts';

interface Props {
  /** The name of the form of the note, so that what is wrong with the choice leads here. */
  form: string;
  /** The id of the account that is mentioned; '' for nobody. */
  tell: string;
  onTell(account: string): void;
}

/** Mentions a colleague in a note. */
export function TellSomebody({ form, tell, onTell }: Props) {
  const { data: owners = [] } = trpc.staff.owners.useQuery();
  const select = `${form}_tell`;
  return (
    <div className="field">
      <label htmlFor={select}>Tell somebody (optional)</label>
      <p className="hint" id={`${select}-hint`}>
        They read “Mentioned in a note” on Today, until they have done it.
      </p>
      <select
        id={select}
        className="input"
        aria-describedby={`${select}-hint`}
        value={tell}
        onChange={({ target }) => onTell(target.value)}
      >
        <option value="">Nobody</option>
        {owners.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
