import type { SelectField } from 'payload';

/** The illustrations that the site can show, named by what is in them. The drawings are part of the site. */
export const illustrations = [
  { label: 'Back that hurts', value: 'spine' },
  { label: 'Book', value: 'book' },
  { label: 'Calendar with a marked day', value: 'calendar' },
  { label: 'Check and coins', value: 'coins' },
  { label: 'Clock', value: 'clock' },
  { label: 'Hand that carries a heart', value: 'hands' },
  { label: 'Health card', value: 'card' },
  { label: 'Judge at a hearing', value: 'hearing' },
  { label: 'Letter sent by express', value: 'fast' },
  { label: 'Magnifying glass', value: 'search' },
  { label: 'Medical record', value: 'doctor' },
  { label: 'New Jersey', value: 'newJersey' },
  { label: 'Padlock', value: 'lock' },
  { label: 'Papers and a pen', value: 'papers' },
  { label: 'Person climbing stairs', value: 'stairs' },
  { label: 'Person speaking', value: 'listening' },
  { label: 'Person with a cane', value: 'cane' },
  { label: 'Pins on a map', value: 'pins' },
  { label: 'Question and answer', value: 'question' },
  { label: 'Scales', value: 'balance' },
  { label: 'Signpost', value: 'signpost' },
  { label: 'Speech bubbles with a heart', value: 'quotes' },
  { label: 'Telephone', value: 'phone' },
  { label: 'Three people', value: 'team' },
  { label: 'Video hearing', value: 'screen' },
] as const;

/**
 * Lets editors choose an illustration; the preview shows it.
 *
 * @param whenEmpty what the site shows where none is chosen.
 */
export function illustrationField(whenEmpty: string, admin: SelectField['admin']): SelectField {
  return {
    name: 'illustration',
    type: 'select',
    interfaceName: 'Illustration',
    options: [...illustrations],
    label: 'Illustration',
    admin: { placeholder: whenEmpty, ...admin },
  };
}
