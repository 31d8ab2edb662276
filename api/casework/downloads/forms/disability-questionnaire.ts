import type { PaperForm, PaperPart } from '../paper-form.ts';

const manage = ['Activity', 'No problem', 'It takes longer', 'I need help', 'I cannot'] as const;
const yesNo = ['Yes', 'No'] as const;

/** The questions about each job that decide how Social Security classifies it as past work. */
const aboutJob = (which: string): PaperPart[] => [
  { kind: 'heading', level: 2, text: which },
  {
    kind: 'table',
    caption: which,
    rows: [
      { label: 'Job title and kind of business', value: '' },
      { label: 'From (month, year) to (month, year)', value: '' },
      { label: 'Hours a day, days a week', value: '' },
      { label: 'Pay, and for what time', value: '' },
      { label: 'Heaviest thing you lifted, in pounds', value: '' },
      { label: 'What you lifted most of the day, in pounds', value: '' },
      { label: 'Hours a day you sat', value: '' },
      { label: 'Hours a day you stood and walked', value: '' },
    ],
  },
  { kind: 'blank', label: 'What you did all day, and the tools or machines you used:', lines: 3 },
  { kind: 'blank', label: 'Whom you supervised, and what you wrote or reported:', lines: 2 },
  { kind: 'blank', label: 'Why you could not do this job today:', lines: 2 },
];

/**
 * What a client tells us for the claim: conditions, treatment, daily life and work. Work is asked for the last five years,
 * which is Social Security's period for past relevant work (20 CFR 404.1560, since June 22, 2024), without jobs that began
 * and ended within 30 days.
 */
export const disabilityQuestionnaire: PaperForm = {
  title: 'Disability Questionnaire',
  revised: '2026-11-23',
  parts: [
    {
      kind: 'paragraph',
      text: 'Your answers help us show Social Security how your conditions limit you. Take your time, and do it one part at a time. Write as you would talk. Somebody may help you write.',
    },
    {
      kind: 'list',
      items: [
        'Tell the truth about good days and bad days: how many of each you have, and what is different.',
        'Say what happens when you do something, and how long you need to recover.',
        'If you do not know something, write “I do not know”. If it does not apply, leave it open.',
        'If you need more room, use another sheet, with your name on it.',
        'Do not write your whole Social Security number.',
      ],
    },
    { kind: 'heading', level: 1, text: '1. About you' },
    {
      kind: 'known',
      caption: 'About you',
      rows: [
        { label: 'Name', fact: 'name' },
        { label: 'Date of birth', fact: 'dateOfBirth' },
        { label: 'Social Security number, last four digits', fact: 'ssn' },
        { label: 'Address', fact: 'address' },
        { label: 'Phone', fact: 'phone' },
        { label: 'Contract with us', fact: 'contract' },
        { label: 'Send it back to', fact: 'returnTo' },
      ],
    },
    {
      kind: 'table',
      caption: 'More about you',
      rows: [
        { label: 'Height and weight', value: '' },
        { label: 'The hand that you write with', value: '' },
        { label: 'Languages you speak and read', value: '' },
        { label: 'Highest grade or degree, and year', value: '' },
        { label: 'Job training or license', value: '' },
      ],
    },
    { kind: 'choices', label: 'Were you in special education classes?', options: yesNo },
    { kind: 'heading', level: 1, text: '2. Your conditions' },
    {
      kind: 'grid',
      caption: 'All conditions of body and mind that limit you',
      columns: ['Condition', 'Since when', 'Who diagnosed it', 'How it limits you'],
      rows: ['', '', '', '', '', ''],
      cells: 'room',
    },
    {
      kind: 'table',
      caption: 'When it began',
      rows: [
        { label: 'The day your conditions kept you from working', value: '' },
        { label: 'The day you last worked', value: '' },
      ],
    },
    { kind: 'blank', label: 'Why you stopped working on that day:', lines: 3 },
    {
      kind: 'blank',
      label: 'Before you stopped: changes in your hours, your duties or your attendance:',
      lines: 2,
    },
    {
      kind: 'blank',
      label: 'Pain: where it is, what it feels like, what brings it on, how long it lasts, what eases it:',
      lines: 4,
    },
    {
      kind: 'choices',
      label: 'How many bad days do you have in a month?',
      options: ['None', '1 to 2', '3 to 5', '6 to 10', '11 to 20', 'Nearly every day'],
    },
    { kind: 'blank', label: 'What a bad day is like:', lines: 3 },
    { kind: 'heading', level: 1, text: '3. Daily activities' },
    { kind: 'blank', label: 'A usual day, from getting up to going to bed:', lines: 6 },
    { kind: 'blank', label: 'What you could do before, and cannot do now:', lines: 3 },
    {
      kind: 'grid',
      caption: 'How you manage',
      columns: manage,
      rows: [
        'Get out of bed',
        'Dress, with buttons and shoes',
        'Bathe or shower',
        'Cook a meal',
        'Wash dishes',
        'Do laundry',
        'Clean the house',
        'Shop for groceries',
        'Take your medicines on time',
        'Pay bills and count change',
        'Care for children or others',
        'Care for pets',
        'Drive a car',
        'Use a bus or train',
        'Go out alone',
        'Visit people',
        'Follow a film or a book',
        'Use a phone or computer',
      ],
      cells: 'box',
    },
    { kind: 'blank', label: 'Who helps you, with what, and how often:', lines: 3 },
    {
      kind: 'blank',
      label: 'Sleep: hours at night, how often you wake up, naps and rests in the daytime:',
      lines: 2,
    },
    { kind: 'blank', label: 'Hobbies and visits: what you still do, and how often:', lines: 2 },
    {
      kind: 'table',
      caption: 'How long and how much',
      rows: [
        { label: 'How long you can sit before you have to move', value: '' },
        { label: 'How long you can stand', value: '' },
        { label: 'How far you can walk before you rest', value: '' },
        { label: 'The most you can lift, such as a gallon of milk (8 pounds)', value: '' },
        { label: 'How long you can use your hands', value: '' },
        { label: 'How long you can pay attention', value: '' },
        { label: 'Cane, walker, brace or other aid, and who prescribed it', value: '' },
      ],
    },
    {
      kind: 'blank',
      label: 'How you remember things, follow instructions and get along with people:',
      lines: 3,
    },
    { kind: 'blank', label: 'How you handle stress and changes:', lines: 2 },
    { kind: 'heading', level: 1, text: '4. Treatment' },
    {
      kind: 'treatments',
      caption: 'Doctors, therapists, clinics and hospitals of the last 3 years',
      columns: ['Name', 'Address and phone', 'What for', 'First and last visit', 'Next visit'],
    },
    {
      kind: 'grid',
      caption: 'Hospital stays, emergency visits and operations',
      columns: ['Where', 'When', 'What for'],
      rows: ['', '', ''],
      cells: 'room',
    },
    {
      kind: 'grid',
      caption: 'Tests, such as X-ray, MRI, heart, lung, blood or mental tests',
      columns: ['Test', 'Where', 'When'],
      rows: ['', '', '', ''],
      cells: 'room',
    },
    {
      kind: 'blank',
      label: 'Treatment that you could not get or had to stop, and why (cost, distance, side effects):',
      lines: 3,
    },
    { kind: 'heading', level: 1, text: '5. Medicines' },
    {
      kind: 'grid',
      caption: 'All medicines, also those without a prescription',
      columns: ['Medicine and dose', 'Who prescribed it', 'What for', 'Side effects'],
      rows: ['', '', '', '', '', '', '', ''],
      cells: 'room',
    },
    { kind: 'heading', level: 1, text: '6. Work of the last 5 years' },
    {
      kind: 'paragraph',
      text: 'Social Security looks at the jobs of the last five years. Leave out a job that began and ended within 30 days. List the newest first.',
    },
    {
      kind: 'grid',
      caption: 'Your jobs',
      columns: ['Job title', 'Employer and business', 'From', 'To', 'Full or part time'],
      rows: ['', '', '', '', ''],
      cells: 'room',
    },
    {
      kind: 'choices',
      label: 'Have you worked at all since your conditions kept you from working?',
      options: yesNo,
    },
    {
      kind: 'blank',
      label: 'If yes: when, how many hours, what you earned, and special help that you got:',
      lines: 2,
    },
    ...aboutJob('The job that you did longest'),
    ...aboutJob('Another job'),
    { kind: 'heading', level: 1, text: '7. Other benefits and people' },
    {
      kind: 'choices',
      label: 'Have you asked for any of these?',
      options: [
        'Workers’ compensation',
        'VA disability',
        'State disability',
        'Unemployment',
        'Private disability insurance',
      ],
    },
    {
      kind: 'grid',
      caption: 'People who see how you are and may tell us about it',
      columns: ['Name', 'Relationship', 'Phone'],
      rows: ['', '', ''],
      cells: 'room',
    },
    { kind: 'blank', label: 'Anything else that Social Security should know:', lines: 3 },
    { kind: 'heading', level: 1, text: 'Signature' },
    { kind: 'paragraph', text: 'My answers are true as far as I know.' },
    {
      kind: 'table',
      caption: 'Signature',
      rows: [
        { label: 'Signature', value: '' },
        { label: 'Date', value: '' },
        { label: 'Who helped you write, if somebody did', value: '' },
      ],
    },
  ],
};
