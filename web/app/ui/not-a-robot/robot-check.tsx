import type { Proof } from './use-proof.ts';

/** Names of posted fields that are not answers. */
export const proofName = '_proof';
export const honeypotName = '_website';

const words: Record<Proof['state'], string> = {
  none: '',
  working: 'Checking that you are not a robot…',
  done: 'Checking that you are not a robot… done',
  failed: 'We could not check that you are not a robot. You can still send this page.',
};

/** Fields that tell people from bots. Visitors have nothing to do for it. */
export function RobotCheck({ proof }: { proof: Proof }) {
  return (
    <>
      {/* Bots fill in every field. People never reach this one, and neither do screen readers. */}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={honeypotName}>Leave this empty</label>
        <input type="text" id={honeypotName} name={honeypotName} tabIndex={-1} autoComplete="off" />
      </div>
      <ProofField proof={proof} />
    </>
  );
}

/** The proof alone, for a form without a honeypot. */
export function ProofField({ proof }: { proof: Proof }) {
  return (
    <>
      <input type="hidden" name={proofName} value={proof.value} readOnly />
      {/* Not announced: it would interrupt typing, and there is nothing to do about it. */}
      <p className="robot-check">{words[proof.state]}</p>
    </>
  );
}
