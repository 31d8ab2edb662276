import type { Proof } from './use-proof.ts';

/** Names in a post of what is not an answer. */
export const proofName = '_proof';
export const trapName = '_website';

const words: Record<Proof['state'], string> = {
  none: '',
  working: 'Checking that you are not a robot…',
  done: 'Checking that you are not a robot… done',
  failed: 'We could not check that you are not a robot. You can send this page all the same.',
};

/** What a form carries to tell people from programs. Nobody has to do anything for it. */
export function RobotCheck({ proof }: { proof: Proof }) {
  return (
    <>
      {/* Programs fill in every field. People don't meet this one, and neither do screen readers. */}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={trapName}>Leave this empty</label>
        <input type="text" id={trapName} name={trapName} tabIndex={-1} autoComplete="off" />
      </div>
      <ProofField proof={proof} />
    </>
  );
}

/** The proof alone, for a form that has no field for programs to fall into. */
export function ProofField({ proof }: { proof: Proof }) {
  return (
    <>
      <input type="hidden" name={proofName} value={proof.value} readOnly />
      {/* Not announced: it would talk into the typing, and there is nothing to do about it. */}
      <p className="robot-check">{words[proof.state]}</p>
    </>
  );
}
