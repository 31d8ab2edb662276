import type { Answers } from '@claimdesk/forms/definition';
import { Link } from 'react-router';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import type { Inputs } from '#web/app/trpc.ts';

type Made = Inputs['matters']['recordAttempt'];
export type CallResult = Made['result'];

/** What came of a call, in words. */
export const resultWords: Readonly<Record<CallResult, string>> = {
  reached: 'Reached',
  voicemail: 'Voicemail',
  'no answer': 'No answer',
  'wrong number': 'Wrong number',
  'asked to stop': 'Asked us to stop calling',
};

/** What one click records; the others are rare, and asked in a dialog. */
const usualResults: readonly CallResult[] = ['reached', 'voicemail', 'no answer', 'wrong number'];

interface Props {
  record(result: CallResult): void;
  /** The address of the dialog for another result or time. */
  other: string;
  /** Tells the link to it apart from others on the page. */
  opener: string;
  /** Whom or which number, where there may be several on the page. */
  about?: string;
  small?: boolean;
}

/** What came of a call, in one click each. */
export function CallResults({ record, other, opener, about, small = false }: Props) {
  const size = small ? ' small' : '';
  const which = about ? <span className="visually-hidden">: {about}</span> : null;
  return (
    <div className="button-row">
      {usualResults.map((result) => (
        <button
          key={result}
          type="button"
          className={`button secondary${size}`}
          onClick={() => record(result)}
        >
          {resultWords[result]}
          {which}
        </button>
      ))}
      <Link id={linkIdOf(opener)} className={`button quiet${size}`} to={other} {...dialogLinkProps}>
        Other result or time{which}
      </Link>
    </div>
  );
}

/** @returns the answers of the form `attempt` as the API takes them. */
export function callFrom({
  result,
  again_day = '',
  again_time = '',
}: Answers): Pick<Made, 'result' | 'again'> {
  const when = `${again_day}T${again_time}`;
  return { result: result as CallResult, ...(when !== 'T' && { again: when }) };
}

/** @param name of whom was called; '' where it is not known, or the page is theirs. */
export function recordedTitle(name: string): string {
  return name ? `Call with ${name} recorded` : 'Call recorded';
}

/** @returns what is said once a call is recorded. @param again when to call again; null for not at all. @param name as in `recordedTitle`. */
export function recordedWords(again: string | null, name = '') {
  return { title: recordedTitle(name), text: again ? `Call again ${again}.` : undefined };
}
