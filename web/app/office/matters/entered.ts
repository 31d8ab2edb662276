import type { Answers } from '@claimdesk/forms/definition';
import type { Inputs } from '#web/app/trpc.ts';
import type { Letter } from './addresses.ts';

type Entered = Inputs['matters']['enter']['entered'];
type Kind<Name extends Entered['kind']> = Extract<Entered, { kind: Name }>;

const textOf = (answers: Answers, field: string) => String(answers[field] ?? '');
/** @returns the answer under another name; nothing where it was left out. */
function optional<Name extends string>(name: Name, answers: Answers, field: string = name) {
  const value = textOf(answers, field);
  return (value === '' ? {} : { [name]: value }) as { [Key in Name]?: string };
}

/** @returns the answers about a letter as the API takes them; it refuses what is missing. */
export function enteredFrom(letter: Letter, answers: Answers): Entered {
  const mail = { day: textOf(answers, 'day'), ...optional('shownReceived', answers, 'received') };
  const appointment = {
    on: textOf(answers, 'on'),
    time: textOf(answers, 'time'),
    zone: textOf(answers, 'zone'),
  };
  switch (letter) {
    case 'decision':
      return {
        kind: 'decision',
        ...mail,
        level: answers.level,
        outcome: answers.outcome,
        ...optional('feeAgreement', answers, 'fee_agreement'),
      } as Kind<'decision'>;
    case 'hearing':
      return {
        kind: answers.amended === true ? 'amended notice' : 'hearing notice',
        ...mail,
        ...appointment,
      };
    case 'exam':
      return { kind: 'exam notice', ...mail, ...appointment };
    case 'request':
      return {
        kind: answers.what === 'evidence request' ? 'evidence request' : 'form request',
        day: mail.day,
        ...optional('dueOn', answers, 'due_on'),
      };
    case 'fee':
      return { kind: 'fee notice', ...mail };
  }
}

const needed: Readonly<Record<Letter, readonly string[]>> = {
  decision: ['day', 'level', 'outcome'],
  hearing: ['day', 'on', 'time', 'zone'],
  exam: ['day', 'on', 'time', 'zone'],
  request: ['day', 'what'],
  fee: ['day'],
};

/** @returns whether everything is typed that days are counted from. */
export function isWhole(letter: Letter, answers: Answers): boolean {
  const isDay = /^\d{4}-\d\d-\d\d$/;
  return needed[letter].every((field) => {
    const text = textOf(answers, field);
    return field === 'day' || field === 'on' ? isDay.test(text) : text !== '';
  });
}
