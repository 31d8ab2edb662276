import type { PaperForm } from '../paper-form.ts';

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
    {
      kind: 'paragraph',
      text: 'To the doctor, psychologist, nurse practitioner, physician assistant or other medical source:',
    },
    {
      kind: 'paragraph',
      text: 'Your patient has a claim for Social Security disability benefits. We ask what your patient can still do in a work setting on a regular and continuing basis, which means 8 hours a day, 5 days a week, with normal breaks. Please answer from your own examinations, treatment and records. Leave a question open if you cannot answer it.',
    },
    {
      kind: 'paragraph',
      text: 'Social Security gives weight to an opinion that is supported by findings and agrees with the rest of the record. So please say for each limit what it is based on, and add your office notes and test results if you can. Please do not write the whole Social Security number on this form.',
    },
    { kind: 'heading', level: 1, text: 'The patient' },
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
    { kind: 'heading', level: 1, text: '1. Treatment and diagnosis' },
    {
      kind: 'table',
      caption: 'Treatment',
      rows: [
        { label: 'First seen on', value: '' },
        { label: 'Last seen on', value: '' },
        { label: 'How often you see the patient', value: '' },
      ],
    },
    { kind: 'blank', label: 'Diagnoses:', lines: 3 },
    {
      kind: 'blank',
      label: 'Symptoms, such as pain, fatigue or dizziness, and how severe they are:',
      lines: 3,
    },
    {
      kind: 'blank',
      label:
        'Findings that show these conditions: signs on examination, imaging, laboratory and other tests, with dates:',
      lines: 4,
    },
    {
      kind: 'blank',
      label: 'Treatment, how the patient responds to it, and side effects that bear on work:',
      lines: 3,
    },
    {
      kind: 'choices',
      label: 'Have the conditions lasted, or are they expected to last, at least 12 months in a row?',
      options: yesNo,
    },
    {
      kind: 'table',
      caption: 'Onset',
      rows: [
        { label: 'Onset: the earliest date since which the limits in this form have applied', value: '' },
      ],
    },
    { kind: 'blank', label: 'What this date is based on:', lines: 2 },
    { kind: 'heading', level: 1, text: '2. Physical abilities' },
    {
      kind: 'paragraph',
      text: 'If the conditions are mental only, go on to part 3. “Occasionally” means up to one third of an 8-hour workday, “frequently” one third to two thirds, “constantly” more than that.',
    },
    { kind: 'heading', level: 2, text: 'Sitting, standing and walking' },
    { kind: 'choices', label: 'Sitting, in all, in hours of an 8-hour workday:', options: hoursOfEight },
    { kind: 'choices', label: 'Sitting at one time, before the patient has to get up:', options: atOneTime },
    { kind: 'choices', label: 'Standing, in all, in hours of an 8-hour workday:', options: hoursOfEight },
    {
      kind: 'choices',
      label: 'Standing at one time, before the patient has to sit down or walk about:',
      options: atOneTime,
    },
    { kind: 'choices', label: 'Walking, in all, in hours of an 8-hour workday:', options: hoursOfEight },
    { kind: 'choices', label: 'Walking at one time, without stopping to rest:', options: atOneTime },
    {
      kind: 'choices',
      label: 'Does the patient have to change between sitting, standing and walking at will?',
      options: yesNo,
    },
    {
      kind: 'choices',
      label: 'Does the patient need a cane, walker or other device, prescribed or not, to stand or walk?',
      options: [...yesNo, 'To stand', 'To walk', 'On uneven ground only'],
    },
    {
      kind: 'choices',
      label: 'Does the patient have to lie down or raise the legs during the workday, beyond normal breaks?',
      options: yesNo,
    },
    { kind: 'blank', label: 'If yes: how often, for how long, how high, and why:', lines: 2 },
    { kind: 'heading', level: 2, text: 'Lifting and carrying' },
    {
      kind: 'grid',
      caption: 'How often the patient can lift and carry',
      columns: ['Weight', ...howOften],
      rows: ['Less than 10 pounds', '10 pounds', '20 pounds', '50 pounds', '100 pounds'],
      cells: 'box',
    },
    { kind: 'heading', level: 2, text: 'Hands and arms' },
    { kind: 'choices', label: 'The hand that the patient writes with:', options: ['Right', 'Left', 'Both'] },
    {
      kind: 'grid',
      caption: 'How often the patient can use each hand and arm',
      columns: ['Use', ...howOften],
      rows: [
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
      cells: 'box',
    },
    { kind: 'heading', level: 2, text: 'Posture and surroundings' },
    {
      kind: 'grid',
      caption: 'How often the patient can do this',
      columns: ['Movement', ...howOften],
      rows: [
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
      cells: 'box',
    },
    {
      kind: 'grid',
      caption: 'How often the patient can be near this at work',
      columns: ['Surroundings', ...howOften],
      rows: [
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
      cells: 'box',
    },
    { kind: 'blank', label: 'Limits of sight, hearing or speech, if any:', lines: 2 },
    { kind: 'blank', label: 'Findings that the physical limits are based on:', lines: 4 },
    { kind: 'heading', level: 1, text: '3. Mental abilities' },
    {
      kind: 'paragraph',
      text: 'Answer this part also if pain, fatigue or medicines affect how the patient thinks, remembers or deals with people. Rate each ability in a job, done independently, appropriately and effectively, day after day:',
    },
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
    {
      kind: 'grid',
      caption: 'Understand, remember and apply information',
      columns: ['Ability', ...degrees],
      rows: [
        'Simple instructions of one or two steps',
        'Detailed instructions',
        'Simple decisions at work',
        'Learn something new and use it',
      ],
      cells: 'box',
    },
    {
      kind: 'grid',
      caption: 'Interact with others',
      columns: ['Ability', ...degrees],
      rows: [
        'Deal with the public',
        'Get along with coworkers',
        'Take instructions and criticism from supervisors',
        'Ask for help when it is needed',
      ],
      cells: 'box',
    },
    {
      kind: 'grid',
      caption: 'Concentrate, persist and maintain pace',
      columns: ['Ability', ...degrees],
      rows: [
        'Stay on a task for two hours at a time',
        'Work at a steady pace',
        'Work without being distracted by others',
        'Keep a schedule, come on time, attend every day',
        'Finish a workday and a workweek',
      ],
      cells: 'box',
    },
    {
      kind: 'grid',
      caption: 'Adapt and manage oneself',
      columns: ['Ability', ...degrees],
      rows: [
        'Cope with changes at work',
        'Handle ordinary stress at work',
        'Control moods and behavior',
        'Keep clean and dress for work',
        'Notice hazards and avoid them',
      ],
      cells: 'box',
    },
    {
      kind: 'blank',
      label: 'Findings that the mental limits are based on, such as mental status or testing:',
      lines: 2,
    },
    { kind: 'heading', level: 1, text: '4. Concentration, breaks and absences' },
    {
      kind: 'choices',
      label: 'How much of a workday would symptoms take the patient’s attention off even simple tasks?',
      options: ['Not at all', '5 percent', '10 percent', '15 percent', '20 percent', '25 percent or more'],
    },
    {
      kind: 'choices',
      label:
        'How many breaks would the patient need in a workday, beyond the usual morning, lunch and afternoon breaks?',
      options: ['None', '1', '2', '3', '4', 'More than 4'],
    },
    {
      kind: 'choices',
      label: 'How long would each one last?',
      options: ['5 minutes', '10 minutes', '15 minutes', '30 minutes', 'Longer'],
    },
    {
      kind: 'choices',
      label:
        'How many days a month would the patient likely be absent from work because of the conditions and their treatment?',
      options: ['None', '1', '2', '3', '4', 'More than 4'],
    },
    { kind: 'choices', label: 'Does the patient have good days and bad days?', options: yesNo },
    { kind: 'blank', label: 'What the answers in this part are based on:', lines: 3 },
    { kind: 'heading', level: 1, text: '5. Anything else' },
    {
      kind: 'choices',
      label:
        'If the patient uses alcohol or drugs: would the limits in this form remain if that use stopped?',
      options: [...yesNo, 'Cannot say', 'Does not use them'],
    },
    { kind: 'blank', label: 'Other limits, and anything that Social Security should know:', lines: 3 },
    { kind: 'heading', level: 1, text: 'Signature' },
    {
      kind: 'paragraph',
      text: 'These answers are my own professional opinion, from what I found and from the patient’s records.',
    },
    {
      kind: 'table',
      caption: 'Signature',
      rows: [
        { label: 'Signature', value: '' },
        { label: 'Date', value: '' },
        { label: 'Name in print', value: '' },
        { label: 'Title and specialty', value: '' },
        { label: 'License number and state', value: '' },
        { label: 'Address of the practice', value: '' },
        { label: 'Phone', value: '' },
      ],
    },
  ],
};
