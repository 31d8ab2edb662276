import { presentAnswers } from '@claimdesk/forms/answers';
import { phoneText } from '@claimdesk/forms/phone';
import { type RepresentativeStatus, type Staff, staffCollection } from '#api/accounts/staff/staff.model.ts';
import type { Benefit } from '#api/casework/duties/case-event.ts';
import { type Matter, mattersCollection } from '#api/casework/matters/matter.model.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { findContract } from './list-contracts.ts';
import { type OpenContract, showContract } from './open-contract.ts';

/**
 * A box of the form. `ready` has the value to copy, `choice` whether to check it; of `secret`, the value is the end of a number that is revealed elsewhere; of
 * `missing`, we should know the value; `by-hand` is decided or signed on the form itself. The note says what to do.
 */
interface SheetBox {
  box: string;
  state: 'ready' | 'choice' | 'secret' | 'missing' | 'by-hand';
  value: string;
  note: string;
  /** Where what is missing is entered, where that is a page of the back office. */
  enteredAt?: 'staff accounts';
}

export interface AppointmentSheet {
  reference: string;
  /** In the form's order. */
  parts: { title: string; boxes: readonly SheetBox[] }[];
}

/** @returns what goes into the boxes of form SSA-1696, which appoints the representative of a contract. @throws DomainError `not-found`. */
export async function readAppointmentSheet(
  { id }: { id: string },
  { deps }: { deps: Reading & Pick<Deps, 'readFirm'> },
): Promise<AppointmentSheet> {
  const opened = await showContract(await findContract(id, deps), deps);
  const { _id: contract, reference } = opened.contract;
  const matter = await mattersCollection
    .model(deps.portal)
    .findOne({ contract }, { benefits: 1 })
    .lean<Pick<Matter, 'benefits'>>();
  return {
    reference,
    parts: [
      { title: 'Claimant', boxes: claimantBoxes(opened) },
      { title: 'Appointment', boxes: appointmentBoxes(matter?.benefits ?? []) },
      {
        title: 'Representative',
        boxes: representativeBoxes(opened, await deps.readFirm(), await readStatus(opened, deps)),
      },
      { title: 'Fee arrangement', boxes: feeBoxes },
      {
        title: 'Signatures',
        boxes: [byHand('Claimant’s signature and date'), byHand('Representative’s signature and date')],
      },
    ],
  };
}

/** @param missing where to find it. */
function known(box: string, value: unknown, missing: string): SheetBox {
  const text = String(value ?? '').trim();
  return text === ''
    ? { box, state: 'missing', value: '', note: missing }
    : { box, state: 'ready', value: text, note: '' };
}

function choice(box: string, value: 'Yes' | 'No', note = ''): SheetBox {
  return { box, state: 'choice', value, note };
}

function byHand(box: string, note = 'On the form itself.'): SheetBox {
  return { box, state: 'by-hand', value: '', note };
}

function claimantBoxes({ definition, answers }: OpenContract): SheetBox[] {
  const shown = presentAnswers(definition, answers, { audience: 'staff' });
  const masked = shown.find(({ field }) => field === 'ssn')?.value ?? '';
  const ask = 'Ask the client.';
  const street = [answers.street_address, answers.urbanization].filter(Boolean).join(', ');
  return [
    known('First name', answers.first_name, ask),
    byHand('Middle initial', 'The contract does not ask for it.'),
    known('Last name', answers.last_name, ask),
    {
      box: 'Social Security number',
      state: 'secret',
      value: masked,
      note: '',
    },
    byHand('Name and number of the worker', 'Only for a claim on the record of somebody else.'),
    known('Mailing address', street, ask),
    known('City', answers.city, ask),
    known('State', answers.state, ask),
    known('ZIP code', answers.zip_code, ask),
    known('Daytime phone number', phoneText(String(answers.phone ?? '')), ask),
  ];
}

function appointmentBoxes(benefits: readonly Benefit[]): SheetBox[] {
  const titles = [
    benefits.some((each) => each !== 'SSI') && 'Title II (RSDI)',
    benefits.includes('SSI') && 'Title XVI (SSI)',
  ].filter((title) => title !== false);
  return [
    known('Claims under', titles.join(', '), 'The matter does not say which benefits are claimed.'),
    byHand('Release of information to designated associates', 'The client decides.'),
    choice('More than one representative', 'No', 'The agreement names one person (part 1).'),
  ];
}

/** @returns what the account of who countersigned says; undefined where it says nothing, and before that. */
async function readStatus(
  { contract: { countersignature } }: OpenContract,
  { portal }: Pick<Deps, 'portal'>,
): Promise<RepresentativeStatus | undefined> {
  if (!countersignature) return undefined;
  const account = await staffCollection
    .model(portal)
    .findOne({ _id: countersignature.staff }, { representative_status: 1 })
    .lean<Pick<Staff, 'representative_status'>>();
  return account?.representative_status;
}

const statusWords: Record<RepresentativeStatus, string> = {
  attorney: 'Attorney',
  eligible: 'Non-attorney eligible for direct payment',
  'not-eligible': 'Non-attorney not eligible for direct payment',
};

function statusBox(status: RepresentativeStatus | undefined): SheetBox {
  const box = 'Status: attorney, or not';
  return status
    ? { box, state: 'choice', value: statusWords[status], note: '' }
    : {
        ...{ box, state: 'missing', value: '', note: 'Enter it under Staff accounts.' },
        enteredAt: 'staff accounts',
      };
}

/** @returns the parts of a name as it is printed: the first word, the last one, and what stands between. */
function partsOf(name: string): { first: string; middle: string; last: string } {
  const [first = '', ...others] = name.split(/\s+/);
  const last = others.pop() ?? '';
  return { first, middle: others.join(' '), last };
}

/** @returns the parts of the last line of an address, such as `Newark, NJ 07102`; empty where it has another form. */
function placeIn(line: string): { city: string; state: string; zip: string } {
  const [, city = '', state = '', zip = ''] = /^(.+?),?\s+([A-Z]{2})\s+(\d{5}(?:-\d{4})?)$/.exec(line) ?? [];
  return { city, state, zip };
}

function representativeBoxes(
  { contract: { countersignature } }: OpenContract,
  { name: firm, address = '', phone }: Awaited<ReturnType<Deps['readFirm']>>,
  status: RepresentativeStatus | undefined,
): SheetBox[] {
  const lines = address.split('\n').flatMap((line) => line.trim() || []);
  const settings = 'Enter it in the site settings.';
  const lastLine = 'Enter it in the site settings: the address ends with a line such as “Newark, NJ 07102”.';
  const unsigned = 'Nobody has countersigned the contract.';
  const { first, middle, last } = partsOf(countersignature?.name ?? '');
  const { city, state, zip } = placeIn(lines.at(-1) ?? '');
  return [
    known('First name', first, unsigned),
    middle ? known('Middle name', middle, '') : byHand('Middle name', 'The name on the contract has none.'),
    known('Last name', last, unsigned),
    byHand(
      'Representative ID (Rep ID)',
      'The representative’s own number at Social Security. It is not kept here.',
    ),
    known('Business or firm', firm, settings),
    known('Mailing address', lines.slice(0, -1).join(', '), settings),
    known('City', city, lastLine),
    known('State', state, lastLine),
    known('ZIP code', zip, lastLine),
    known('Phone number', phone, settings),
    statusBox(status),
    byHand('Disbarred or suspended by a court or bar, now or before', ownAnswer),
    byHand('Disqualified from a Federal program or agency, now or before', ownAnswer),
  ];
}

const ownAnswer = 'Answer on the form yourself: the representative alone knows it, and signs for it.';

/** The agreement leaves no choice. */
const feeBoxes: readonly SheetBox[] = [
  choice(
    'Charging a fee, with direct payment from past-due benefits',
    'Yes',
    'As part 4 of the agreement says. Only where Social Security pays this representative directly.',
  ),
  choice('Charging a fee, without direct payment', 'No'),
  choice('Waiving all fees', 'No'),
  choice('A third party pays the fee', 'No'),
];
