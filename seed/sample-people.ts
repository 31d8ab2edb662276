import { randomInt } from 'node:crypto';
import type { NewClient } from '@claimdesk/api/create-client';
import type { SampleClient, SamplePeople, SampleSubmission } from '@claimdesk/api/sample-people';
import { easternToday, easternWeekday, lastEasternDays } from '@claimdesk/forms/eastern-time';
import { sampleAttorneys } from './attorneys.ts';

/**
 * People in every state, for whoever tries the product. Nobody real is meant: last names are Doe, Roe and Poe, phone numbers
 * are set aside for fiction, email addresses can't receive mail, and the Social Security numbers were printed on sample cards
 * that came with wallets, which made them nobody's.
 *
 * @param trial the client of `credentials.json`.
 */
export function samplePeople(trial: NewClient): SamplePeople {
  return { clients: [trialClient(trial), ...otherClients()], submissions: submissions() };
}

const dayMs = 24 * 60 * 60 * 1000;

function daysAgo(days: number): string {
  return lastEasternDays(days + 1, new Date()).from;
}

/** @returns the day so many days ahead, or the Monday after it. */
function daysAhead(days: number): string {
  const day = new Date(Date.now() + days * dayMs);
  return /^S/.test(easternWeekday(day)) ? daysAhead(days + 1) : easternToday(day);
}

const home = { city: 'Newark', state: 'NJ', zip_code: '07102' };

/** @returns the answers to the contract of somebody. */
function contractOf(
  { ssn, dateOfBirth }: NewClient,
  [firstName, lastName]: readonly [string, string],
  contact: { street_address: string; phone: string },
) {
  return {
    first_name: firstName,
    last_name: lastName,
    date_of_birth: dateOfBirth,
    ssn,
    ...home,
    ...contact,
    email: `${firstName}.${lastName}@newark.example`.toLowerCase(),
    agreed_to_terms: true,
    agreed_to_privacy: true,
    consent_to_contact: true,
    electronic_records: true,
    signature_name: `${firstName} ${lastName}`,
  };
}

function trialClient(trial: NewClient): SampleClient {
  const contact = { street_address: '12 Example Street', phone: '9735550131' };
  return {
    ...trial,
    firstName: 'Pat',
    lastName: 'Doe',
    account: 'confirmed',
    // A new account, so that the notice about its address is held.
    registeredDaysAgo: 1,
    contract: { answers: contractOf(trial, ['Pat', 'Doe'], contact), linked: true, signedDaysAgo: 48 },
    profile: [
      {
        kind: 'mailing-address',
        answers: { street_address: contact.street_address, unit_apt_lot: 'Unit 3', ...home },
      },
      { kind: 'phone-number', answers: { phone_number: contact.phone, text_consent: true } },
      { kind: 'phone-number', answers: { phone_number: '9735550132', text_consent: false } },
      { kind: 'email-address', answers: { email: 'pat.doe@newark.example' } },
      {
        kind: 'emergency-contact',
        answers: {
          contact_name: 'Sam Doe',
          relationship: 'Brother',
          phone_number: '9735550133',
          authorized_to_discuss: true,
        },
      },
      {
        kind: 'medical-facility',
        answers: { facility_name: 'Example Spine Center', street_address: '200 Sample Avenue', ...home },
      },
      {
        kind: 'medical-treatment',
        answers: { visit_date: '03/2026', reason: 'Back pain', doctor_name: 'Roe' },
      },
      {
        kind: 'medical-treatment',
        answers: { visit_date: '06/2026 - 08/2026', reason: 'Physical therapy', doctor_name: 'Poe' },
      },
    ],
    claim: {
      step: 'reconsideration',
      since: daysAgo(20),
      needed: 'Please send us the letter about your exam, if it came in the mail.',
      note: 'We asked for a new decision, and sent the records of your spine doctor.',
      next: { kind: 'examination', day: daysAhead(12), time: '10:30' },
    },
    papers: [
      {
        title: 'Evidence of filing',
        type: 'evidence-of-filing',
        parts: [
          { kind: 'heading', level: 2, text: 'Request for reconsideration' },
          {
            kind: 'paragraph',
            text: 'This is a sample. It stands for the paper with which Social Security confirms that it has received a request.',
          },
          {
            kind: 'table',
            caption: 'What was filed',
            rows: [
              { label: 'Claimant', value: 'Pat Doe' },
              { label: 'Form', value: 'SSA-561, Request for Reconsideration' },
              { label: 'Received on', value: daysAgo(20) },
            ],
          },
        ],
      },
      {
        title: 'Records of Example Spine Center',
        type: 'medical-record',
        parts: [
          {
            kind: 'paragraph',
            text: 'This is a sample. It stands for the medical records that we ask doctors and hospitals for.',
          },
        ],
      },
    ],
    hasSentLetter: true,
    note: 'Prefers calls in the morning. The brother may talk to us about the claim.',
  };
}

/** Nobody can sign in to these: their PINs are kept nowhere. */
function otherClients(): SampleClient[] {
  const person = (ssn: string, dateOfBirth: string): NewClient => ({
    ssn,
    dateOfBirth,
    pin: String(randomInt(10_000)).padStart(4, '0'),
  });
  const [robin, jess, lee, dana, chris] = [
    person('078051120', '1964-02-03'),
    person('165167999', '1971-09-14'),
    person('165187999', '1980-12-01'),
    person('165207999', '1959-06-22'),
    person('165227999', '1968-03-30'),
  ] as const;
  return [
    {
      ...robin,
      firstName: 'Robin',
      lastName: 'Roe',
      account: 'confirmed',
      registeredDaysAgo: 60,
      contract: {
        answers: contractOf(robin, ['Robin', 'Roe'], {
          street_address: '5 Sample Road',
          phone: '9735550141',
        }),
        linked: true,
        signedDaysAgo: 190,
      },
      // An old account, so that Social Security can be told of the address now.
      profile: [{ kind: 'mailing-address', answers: { street_address: '5 Sample Road', ...home } }],
      claim: {
        step: 'hearing',
        since: daysAgo(150),
        needed: '',
        note: 'We asked for a hearing. We prepare you for it two weeks before.',
        next: { kind: 'appointment', day: daysAhead(6), time: '14:00' },
      },
    },
    {
      ...jess,
      firstName: 'Jess',
      lastName: 'Poe',
      account: 'unconfirmed',
      registeredDaysAgo: 4,
      contract: {
        answers: contractOf(jess, ['Jess', 'Poe'], {
          street_address: '8 Specimen Court',
          phone: '9735550142',
        }),
        linked: false,
        signedDaysAgo: 9,
      },
      hasSentLetter: true,
    },
    { ...lee, firstName: 'Lee', lastName: 'Doe', account: 'unconfirmed', registeredDaysAgo: 1 },
    {
      ...dana,
      firstName: 'Dana',
      lastName: 'Roe',
      account: 'closed',
      registeredDaysAgo: 200,
      contract: {
        answers: contractOf(dana, ['Dana', 'Roe'], { street_address: '31 Sample Road', phone: '9735550143' }),
        linked: false,
        signedDaysAgo: 210,
      },
    },
    {
      ...chris,
      firstName: 'Chris',
      lastName: 'Poe',
      account: 'none',
      registeredDaysAgo: 2,
      contract: {
        answers: contractOf(chris, ['Chris', 'Poe'], {
          street_address: '77 Specimen Court',
          phone: '9735550144',
        }),
        linked: false,
        signedDaysAgo: 2,
      },
    },
  ];
}

function evaluation(
  firstName: string,
  lastName: string,
  phone: string,
  more: Record<string, string> = {},
): SampleSubmission['answers'] {
  return {
    receiving_benefits: 'no',
    applied_before: 'yes',
    has_lawyer: 'no',
    currently_working: 'no',
    under_doctor_care: 'yes',
    out_of_work_12_months: 'yes',
    worked_full_time_5_years: 'yes',
    age_range: '50-54',
    first_name: firstName,
    last_name: lastName,
    phone,
    email: `${firstName}.${lastName}@trenton.example`.toLowerCase(),
    zip_code: '08608',
    ...more,
  };
}

function application(name: string, city: string, phone: string): SampleSubmission['answers'] {
  const [first = '', last = ''] = name.split(' ');
  return {
    name,
    firm: `${last} Disability Law of ${city}`,
    email: `${first}@${city}-${last}.example`.toLowerCase(),
    phone,
    city,
    state: 'NJ',
    years_experience: 11,
    specialties: ['ALJ hearings', 'Mental health claims'],
    bio: `${first} works with people in and around ${city}, and would like to join the network.`,
  };
}

function submissions(): SampleSubmission[] {
  const [listed] = sampleAttorneys();
  if (!listed) throw new Error('There are sample attorneys.');
  const { listed: _, sample: __, bio, ...fields } = listed;
  return [
    {
      queue: 'evaluations',
      hoursAgo: 290,
      status: 'approved',
      answers: evaluation('Max', 'Roe', '6095550111', { age_range: '60-64' }),
    },
    {
      queue: 'evaluations',
      hoursAgo: 190,
      status: 'rejected',
      answers: evaluation('Toni', 'Poe', '6095550112', { receiving_benefits: 'yes' }),
    },
    {
      queue: 'evaluations',
      hoursAgo: 120,
      status: 'approved',
      answers: evaluation('Vic', 'Doe', '6095550113', { main_condition: 'Heart failure' }),
    },
    // The call is late, and few days are left to appeal.
    {
      queue: 'evaluations',
      hoursAgo: 100,
      answers: evaluation('Alexis', 'Roe', '6095550114', {
        letter_date: daysAgo(61),
        main_condition: 'Depression and back pain',
        best_time: 'morning',
      }),
    },
    {
      queue: 'evaluations',
      hoursAgo: 20,
      answers: evaluation('Jordan', 'Poe', '6095550115', { applied_before: 'no', age_range: 'Under 50' }),
    },
    {
      queue: 'evaluations',
      hoursAgo: 5,
      answers: evaluation('Kim', 'Doe', '6095550116', { letter_date: daysAgo(25) }),
    },
    {
      queue: 'evaluations',
      hoursAgo: 0.5,
      answers: evaluation('Rory', 'Doe', '6095550117', { has_lawyer: 'yes', age_range: '55-59' }),
    },
    {
      queue: 'applications',
      hoursAgo: 400,
      status: 'approved',
      attorney: listed.email,
      answers: { ...fields, phone: listed.phone.replace(/\D/g, ''), bio },
    },
    {
      queue: 'applications',
      hoursAgo: 250,
      status: 'rejected',
      answers: application('Sky Roe', 'Trenton', '6095550121'),
    },
    { queue: 'applications', hoursAgo: 30, answers: application('Sol Poe', 'Camden', '8565550122') },
    { queue: 'applications', hoursAgo: 4, answers: application('Ray Doe', 'Paterson', '9735550123') },
    {
      queue: 'callRequests',
      hoursAgo: 150,
      status: 'approved',
      answers: { name: 'Vic Doe', phone: '6095550113', best_time: 'any', topic: 'claim' },
    },
    {
      queue: 'callRequests',
      hoursAgo: 90,
      status: 'rejected',
      answers: { name: 'Gale Poe', phone: '6095550118', best_time: 'midday', topic: 'other' },
    },
    {
      queue: 'callRequests',
      hoursAgo: 22,
      answers: { name: 'Kim Doe', phone: '6095550116', best_time: 'morning', topic: 'appeal' },
    },
    {
      queue: 'callRequests',
      hoursAgo: 2,
      answers: { name: 'Jess Poe', phone: '9735550142', best_time: 'afternoon', topic: 'pin' },
    },
  ];
}
