import type { Field, GlobalConfig } from 'payload';
import { anyone, publishers } from '../access.ts';
import { previewOf } from '../preview/live-preview.ts';
import { type Figure, figureGroups } from './figures.ts';

function figureField(figure: Figure): Field {
  const about = {
    name: figure.name,
    label: figure.label,
    required: true,
    admin: { description: `${figure.description} In text: {{${figure.name}}}` },
  };
  return figure.kind === 'number'
    ? { ...about, type: 'number', min: 1, max: 999, validate: wholeNumber }
    : { ...about, type: 'text', maxLength: 40 };
}

function wholeNumber(value: unknown): string | true {
  const inRange = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 999;
  return inRange || 'Enter a whole number from 1 to 999.';
}

/** Every figure that pages quote, kept once so that no two pages contradict each other (SPEC section 9). */
export const facts: GlobalConfig = {
  slug: 'facts',
  label: 'Facts and figures',
  access: { read: anyone, update: publishers },
  admin: {
    hideAPIURL: true,
    preview: previewOf('facts'),
    group: 'Settings',
    description: 'Every figure the site quotes. A change shows on all pages at once.',
  },
  versions: { max: 50 },
  fields: [
    {
      name: 'asOf',
      type: 'date',
      required: true,
      label: 'Figures checked on',
      admin: {
        position: 'sidebar',
        date: { pickerAppearance: 'dayOnly', displayFormat: 'MMM d, yyyy' },
        description: 'The day somebody last compared the figures with their sources. Pages show it.',
      },
    },
    {
      type: 'tabs',
      tabs: figureGroups.map((group) => ({ label: group.label, fields: group.figures.map(figureField) })),
    },
  ],
};
