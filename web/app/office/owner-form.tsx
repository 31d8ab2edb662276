import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { trpc } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { useFailure } from './use-failure.tsx';

interface Owner {
  id: string;
  /** Null once the account was deleted. */
  name: string | null;
}

/** @returns the name of who works on it. */
export function ownerName(owner: Owner | null): string {
  return owner ? (owner.name ?? 'A deleted account') : 'Nobody';
}

interface Props {
  owner: Owner | null;
  /** Whether the signed-in account may change it. */
  may: boolean;
  /** One mutation. @param seen whose it was as it was shown. */
  assign(to: { owner: string | null; seen: string | null }): Promise<unknown>;
}

/** Takes a record in one click, or gives it to a colleague. */
export function OwnerForm({ owner, may, assign }: Props) {
  const queries = useQueryClient();
  const showToast = useShowToast();
  const { failure, setMessage, fail } = useFailure();
  const { data: me } = trpc.staff.me.useQuery();
  const { data: owners = [] } = trpc.staff.owners.useQuery();
  const select = useId();
  const [chosen, setChosen] = useState('');
  const change = useMutation({
    mutationFn: assign,
    onSuccess(_nothing, { owner: given }) {
      setMessage('');
      setChosen('');
      const name = owners.find((each) => each.id === given)?.name;
      const text = given === me?.id ? 'It is yours.' : name ? `${name} has it.` : 'Nobody has it.';
      showToast({ kind: 'success', title: 'Owner changed', text });
    },
    onError: (error) => fail(error, 'The owner was not changed'),
    onSettled: () => queries.invalidateQueries(),
  });
  const give = (to: string | null) => {
    if (!change.isPending) change.mutate({ owner: to, seen: owner?.id ?? null });
  };
  return (
    <section className="calls" aria-label="Owner">
      {failure}
      <div className="button-row">
        <p>
          Owner: <strong>{ownerName(owner)}</strong>
        </p>
        {may ? (
          <>
            {me && owner?.id !== me.id ? (
              <button type="button" className="button secondary" onClick={() => give(me.id)}>
                Take it
              </button>
            ) : null}
            <label className="visually-hidden" htmlFor={select}>
              Give it to
            </label>
            <select
              id={select}
              className="input"
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
            >
              <option value="">Give it to…</option>
              {owners
                .filter((each) => each.id !== owner?.id && each.id !== me?.id)
                .map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
              {owner ? <option value={nobody}>Nobody</option> : null}
            </select>
            {chosen ? (
              <button
                type="button"
                className="button secondary"
                onClick={() => give(chosen === nobody ? null : chosen)}
              >
                Give it
              </button>
            ) : null}
          </>
        ) : null}
      </div>
    </section>
  );
}

const nobody = 'nobody';
