import { blank, choices, grid, heading, type PaperForm, paragraph, table } from '../paper-form.ts';

const howOften = ['Never', 'Occasionally', 'Frequently', 'Constantly'] as const;
const hoursOfEight = ['Less than 1', '1', '2', '3', '4', '5', '6', '7', '8'] as const;
const atOneTime = [
  'Less than 15 minutes',
  '15 minutes',
  '30 minutes',
  '45 minutes',
  '1 hour',
  '2 hours',
  'More than 2 hours',
] as const;
const degrees = ['None', 'Mild', 'Moderate', 'Marked', 'Extreme'] as const;
const yesNo = ['Yes', 'No'] as const;

/**
 * What a doctor can say about a patient's ability to work. It asks for the work-related abilities that Social Security
 * decides on: exertional, postural, manipulative and environmental limits, and the four areas of mental functioning
 * (20 CFR 404.1513, 404.1520a and 404.1545).
 */
export const medicalSourceStatement: PaperForm = {
  title: 'Medical Source Statement',
  revised: '2026-11-23',
  parts: [
    paragraph(
      'To the doctor, psychologist, nurse practitioner, physician assistant or other medical source:',
    ),
    paragraph(
      'Your patient has a claim for Social Security disability benefits. We ask what your patient can still do in a work setting on a regular and continuing basis, which means 8 hours a day, 5 days a week, with normal breaks. Please answer from your own examinations, treatment and records. Leave a question open if you cannot answer it.',
    ),
    paragraph(
      'Social Security gives weight to an opinion that is supported by findings and agrees with the rest of the record. So please say for each limit what it is based on, and add your office notes and test results if you can. Please do not write the whole Social Security number on this form.',
    ),
    heading(1, 'The patient'),
    {
      kind: 'known',
      caption: 'The patient',
      rows: [
        { label: 'Name', fact: 'name' },
        { label: 'Date of birth', fact: 'dateOfBirth' },
        { label: 'Social Security number, last four digits', fact: 'ssn' },
        { label: 'Address', fact: 'address' },
        { label: 'Please send this form back to', fact: 'returnTo' },
      ],
    },
    heading(1, '1. Treatment and diagnosis'),
    table('Treatment', ['First seen on', 'Last seen on', 'How often you see the patient']),
    blank('Diagnoses:', 3),
    blank('Symptoms, such as pain, fatigue or dizziness, and how severe they are:', 3),
    blank(
      'Findings that show these conditions: signs on examination, imaging, laboratory and other tests, with dates:',
      4,
    ),
    blank('Treatment, how the patient responds to it, and side effects that bear on work:', 3),
    choices('Have the conditions lasted, or are they expected to last, at least 12 months in a row?', yesNo),
    table('Onset', ['Onset: the earliest date since which the limits in this form have applied']),
    blank('What this date is based on:', 2),
    heading(1, '2. Physical abilities'),
    paragraph(
      'If the conditions are mental only, go on to part 3. “Occasionally” means up to one third of an 8-hour workday, “frequently” one third to two thirds, “constantly” more than that.',
    ),
    heading(2, 'Sitting, standing and walking'),
    choices('Sitting, in all, in hours of an 8-hour workday:', hoursOfEight),
    choices('Sitting at one time, before the patient has to get up:', atOneTime),
    choices('Standing, in all, in hours of an 8-hour workday:', hoursOfEight),
    choices('Standing at one time, before the patient has to sit down or walk about:', atOneTime),
    choices('Walking, in all, in hours of an 8-hour workday:', hoursOfEight),
    choices('Walking at one time, without stopping to rest:', atOneTime),
    choices('Does the patient have to change between sitting, standing and walking at will?', yesNo),
    choices('Does the patient need a cane, walker or other device, prescribed or not, to stand or walk?', [
      ...yesNo,
      'To stand',
      'To walk',
      'On uneven ground only',
    ]),
    choices(
      'Does the patient have to lie down or raise the legs during the workday, beyond normal breaks?',
      yesNo,
    ),
    blank('If yes: how often, for how long, how high, and why:', 2),
    heading(2, 'Lifting and carrying'),
    grid(
      'box',
      'How often the patient can lift and carry',
      ['Weight', ...howOften],
      ['Less than 10 pounds', '10 pounds', '20 pounds', '50 pounds', '100 pounds'],
    ),
    heading(2, 'Hands and arms'),
    choices('The hand that the patient writes with:', ['Right', 'Left', 'Both']),
    grid(
      'box',
      'How often the patient can use each hand and arm',
      ['Use', ...howOften],
      [
        'Reach overhead, right',
        'Reach overhead, left',
        'Reach in front and to the side, right',
        'Reach in front and to the side, left',
        'Handle: grasp, turn, hold, right',
        'Handle: grasp, turn, hold, left',
        'Finger: pinch, pick, type, right',
        'Finger: pinch, pick, type, left',
        'Feel, right',
        'Feel, left',
        'Push and pull, right',
        'Push and pull, left',
      ],
    ),
    heading(2, 'Posture and surroundings'),
    grid(
      'box',
      'How often the patient can do this',
      ['Movement', ...howOften],
      [
        'Climb stairs and ramps',
        'Climb ladders and scaffolds',
        'Balance',
        'Stoop: bend at the waist',
        'Kneel',
        'Crouch: bend at the knees',
        'Crawl',
        'Use foot controls',
        'Turn or tilt the head',
      ],
    ),
    grid(
      'box',
      'How often the patient can be near this at work',
      ['Surroundings', ...howOften],
      [
        'Unprotected heights',
        'Moving machinery',
        'Driving a vehicle',
        'Wetness and humidity',
        'Dust, fumes and odors',
        'Cold',
        'Heat',
        'Vibration',
        'Loud noise or bright light',
      ],
    ),
    blank('Limits of sight, hearing or speech, if any:', 2),
    blank('Findings that the physical limits are based on:', 4),
    heading(1, '3. Mental abilities'),
    paragraph(
      'Answer this part also if pain, fatigue or medicines affect how the patient thinks, remembers or deals with people. Rate each ability in a job, done independently, appropriately and effectively, day after day:',
    ),
    {
      kind: 'list',
      items: [
        'None: no limit.',
        'Mild: slightly limited.',
        'Moderate: fair, but limited.',
        'Marked: seriously limited.',
        'Extreme: not able to do it.',
      ],
    },
    grid(
      'box',
      'Understand, remember and apply information',
      ['Ability', ...degrees],
      [
        'Simple instructions of one or two steps',
        'Detailed instructions',
        'Simple decisions at work',
        'Learn something new and use it',
      ],
    ),
    grid(
      'box',
      'Interact with others',
      ['Ability', ...degrees],
      [
        'Deal with the public',
        'Get along with coworkers',
        'Take instructions and criticism from supervisors',
        'Ask for help when it is needed',
      ],
    ),
    grid(
      'box',
      'Concentrate, persist and maintain pace',
      ['Ability', ...degrees],
      [
        'Stay on a task for two hours at a time',
        'Work at a steady pace',
        'Work without being distracted by others',
        'Keep a schedule, come on time, attend every day',
        'Finish a workday and a workweek',
      ],
    ),
    grid(
      'box',
      'Adapt and manage oneself',
      ['Ability', ...degrees],
      [
        'Cope with changes at work',
        'Handle ordinary stress at work',
        'Control moods and behavior',
        'Keep clean and dress for work',
        'Notice hazards and avoid them',
      ],
    ),
    blank('Findings that the mental limits are based on, such as mental status or testing:', 2),
    heading(1, '4. Concentration, breaks and absences'),
    choices('How much of a workday would symptoms take the patient’s attention off even simple tasks?', [
      'Not at all',
      '5 percent',
      '10 percent',
      '15 percent',
      '20 percent',
      '25 percent or more',
    ]),
    choices(
      'How many breaks would the patient need in a workday, beyond the usual morning, lunch and afternoon breaks?',
      ['None', '1', '2', '3', '4', 'More than 4'],
    ),
    choices('How long would each one last?', [
      '5 minutes',
      '10 minutes',
      '15 minutes',
      '30 minutes',
      'Longer',
    ]),
    choices(
      'How many days a month would the patient likely be absent from work because of the conditions and their treatment?',
      ['None', '1', '2', '3', '4', 'More than 4'],
    ),
    choices('Does the patient have good days and bad days?', yesNo),
    blank('What the answers in this part are based on:', 3),
    heading(1, '5. Anything else'),
    choices(
      'If the patient uses alcohol or drugs: would the limits in this form remain if that use stopped?',
      [...yesNo, 'Cannot say', 'Does not use them'],
    ),
    blank('Other limits, and anything that Social Security should know:', 3),
    heading(1, 'Signature'),
    paragraph(
      'These answers are my own professional opinion, from what I found and from the patient’s records.',
    ),
    table('Signature', [
      'Signature',
      'Date',
      'Name in print',
      'Title and specialty',
      'License number and state',
      'Address of the practice',
      'Phone',
    ]),
  ],
};
