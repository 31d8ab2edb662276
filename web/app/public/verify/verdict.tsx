import { longEasternDate } from '@claimdesk/forms/eastern-time';
import type { Outputs } from '#web/app/trpc.ts';
import { formatFingerprint } from '#web/app/ui/files/documents.ts';

export type Verdict = Outputs['documents']['verify'];

interface Words {
  tone: 'success' | 'warn' | 'error';
  heading: string;
  text: string;
}

/** The result of a check. It takes the focus when the page comes back. */
export function VerdictNotice({ verdict }: { verdict: Verdict }) {
  const { tone, heading, text } = wordsFor(verdict);
  return (
    <section
      className={`notice ${tone}`}
      aria-labelledby="verdict"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer is what the visitor asked for
      autoFocus
    >
      <h2 id="verdict">{heading}</h2>
      <p>{text}</p>
      {'signedAt' in verdict ? <p>{whoSigned(verdict)}</p> : null}
      <Facts verdict={verdict} />
    </section>
  );
}

function wordsFor(verdict: Verdict): Words {
  if (verdict.kind === 'unknown-file') {
    return {
      tone: 'warn',
      heading: 'We do not know this file',
      text: 'It is not a contract that was signed with us, or it was changed so much that we cannot tell which one it was. Type its reference below and check again, or call us.',
    };
  }
  if (verdict.kind === 'unknown-reference') {
    return {
      tone: 'warn',
      heading: 'We do not know this reference',
      text: 'Please look at it again: letters and digits are easy to mix up. It is printed on every page of the contract.',
    };
  }
  const signed = longEasternDate(verdict.signedAt);
  if (verdict.kind === 'genuine') {
    return {
      tone: 'success',
      heading: 'This file is genuine',
      text: `It is the contract that was signed on ${signed}. Nothing in it was changed since.`,
    };
  }
  if (verdict.kind === 'known') {
    return {
      tone: 'success',
      heading: 'We know this reference',
      text: `A contract with this reference was signed on ${signed}. To check a file, choose it below.`,
    };
  }
  return {
    tone: 'error',
    heading: 'This file is not what was signed',
    text: `A contract with this reference was signed on ${signed}, but this file is not the same. Somebody may have changed it, or a program may have saved it anew. Call us, and we will send you the original.`,
  };
}

function whoSigned({
  kind,
  signedAt,
  countersignedAt,
  hasBoth,
}: Extract<Verdict, { signedAt: string }>): string {
  // A file that is not the same has nobody's signature.
  const it = kind === 'genuine' ? 'it' : 'the contract';
  const client = longEasternDate(signedAt);
  const second = countersignedAt && longEasternDate(countersignedAt);
  if (!second)
    return `The client alone has signed ${it}, on ${client}. Our representative has not signed yet.`;
  if (hasBoth) return `Both have signed ${it}: the client on ${client}, and our representative on ${second}.`;
  return `This file has the signature of the client alone, of ${client}. Our representative signed on ${second}: the file with both signatures is another one.`;
}

function Facts({ verdict }: { verdict: Verdict }) {
  const facts: [name: string, value: string][] = [];
  if ('reference' in verdict)
    facts.push(['Reference', verdict.reference], ['Version of the text', verdict.textVersion]);
  if ('found' in verdict) facts.push(['Fingerprint of your file', formatFingerprint(verdict.found)]);
  if ('fingerprint' in verdict && verdict.fingerprint) {
    facts.push(['Fingerprint of what was signed', formatFingerprint(verdict.fingerprint)]);
  }
  return (
    <dl className="verdict-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
