import type { Answers } from '@claimdesk/forms/definition';
import type { Inputs, Outputs } from '#web/app/trpc.ts';
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

type Event = Outputs['matters']['detail']['events'][number];
type Said =
  | Exclude<Event, { kind: 'correction' }>
  | NonNullable<Extract<Event, { kind: 'correction' }>['facts']>;

/** @returns what an event says, or what a correction says instead; null for one that says that nothing happened. */
export function saidBy(event: Event): Said | null {
  return event.kind === 'correction' ? event.facts : event;
}

const letterOfKind: Partial<Record<Said['kind'], Letter>> = {
  decision: 'decision',
  'hearing notice': 'hearing',
  'amended notice': 'hearing',
  'exam notice': 'exam',
  'form request': 'request',
  'evidence request': 'request',
  'fee notice': 'fee',
};

/** @returns which letter an event is about; undefined for none. */
export function letterIn(event: Event): Letter | undefined {
  const said = saidBy(event);
  return said ? letterOfKind[said.kind] : undefined;
}

/** @returns the answers of the form about a letter, as they were entered: the opposite of `enteredFrom`. */
export function answersOf(event: Event): Answers {
  const said = saidBy(event);
  if (!said) return {};
  const { local } = event;
  const answers: Answers = {
    day: said.day,
    received: 'shownReceived' in said ? said.shownReceived : undefined,
    ...(said.kind === 'decision' && {
      level: said.level,
      outcome: said.outcome,
      fee_agreement: said.feeAgreement,
    }),
    ...(local && { on: local.day, time: local.time, zone: local.zone }),
    ...(said.kind === 'amended notice' && { amended: true }),
    ...((said.kind === 'form request' || said.kind === 'evidence request') && {
      what: said.kind,
      due_on: said.dueOn,
    }),
  };
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));
}

const needed: Readonly<Record<Letter, readonly string[]>> = {
  decision: ['day', 'level', 'outcome'],
  hearing: ['day', 'on', 'time', 'zone'],
  exam: ['day', 'on', 'time', 'zone'],
  request: ['day', 'what'],
  fee: ['day'],
};

const isDay = /^\d{4}-\d\d-\d\d$/;

/** @returns what is typed about a letter, as `enteredFrom`; null until everything is there that days are counted from. */
export function wholeFrom(letter: Letter, answers: Answers): Entered | null {
  const isWhole = needed[letter].every((field) => {
    const text = textOf(answers, field);
    return field === 'day' || field === 'on' ? isDay.test(text) : text !== '';
  });
  return isWhole ? enteredFrom(letter, answers) : null;
}

const benefitFields = {
  ssdi: 'SSDI',
  ssi: 'SSI',
  widowed: 'widow(er)',
  adult_child: 'disabled adult child',
} as const satisfies Record<string, Outputs['matters']['detail']['benefits'][number]>;
const benefitNames = Object.entries(benefitFields);

/** @returns the boxes that are checked for these benefits. */
export function answersAbout(benefits: Outputs['matters']['detail']['benefits']): Answers {
  return Object.fromEntries(
    benefitNames.flatMap(([field, benefit]) => (benefits.includes(benefit) ? [[field, true]] : [])),
  );
}

/** @returns the answers about what was done as the API takes them. The levels among them are appeals, which are decided there. */
export function filedFrom(answers: Answers): Entered {
  const what = textOf(answers, 'what');
  const day = textOf(answers, 'day');
  const benefits = benefitNames.flatMap(([field, benefit]) => (answers[field] === true ? [benefit] : []));
  switch (what) {
    case 'first contact':
      return { kind: what, day, benefits };
    case 'application filed':
      return { kind: what, day, benefits, ...optional('confirmation', answers) };
    case 'closed':
      return { kind: what, day };
    case 'withdrawn':
      return { kind: 'closed', day, outcome: what };
    case 'reconsideration':
    case 'hearing':
    case 'council':
    case 'court':
      return {
        ...{ kind: 'appeal filed', day, level: what },
        ...optional('confirmation', answers),
        ...optional('secondPerson', answers, 'second_person'),
      };
    default:
      return { kind: what, day } as Kind<'fee paid'>;
  }
}

/** @returns a first contact that is typed, as `filedFrom`; null until it says when it was and what it was about. */
export function wholeContact(answers: Answers): Entered | null {
  const entered = filedFrom(answers);
  const isWhole = entered.kind === 'first contact' && entered.benefits.length > 0 && isDay.test(entered.day);
  return isWhole ? entered : null;
}

/** @returns a request for records that is typed; null until it says who was asked, and when. */
export function wholeRequest(answers: Answers): Entered | null {
  const [day, provider] = [textOf(answers, 'day'), textOf(answers, 'provider')];
  return isDay.test(day) && provider !== '' ? { kind: 'records requested', day, provider } : null;
}
