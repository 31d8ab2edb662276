import type { Field, GlobalConfig, TextFieldSingleValidation } from 'payload';
import { text } from 'payload/shared';
import { anyone, publishers } from '../access.ts';
import { previewOf } from '../preview/live-preview.ts';
import { publicSaveButton, revisionFields, revisionsOfGlobals, savingLine } from '../revisions/revisions.ts';
import { findFigureFault } from './check-figure.ts';
import { type Figure, figureGroups } from './figures.ts';

function figureField(figure: Figure): Field {
  const about = {
    name: figure.name,
    label: figure.label,
    required: true,
    defaultValue: figure.defaultValue,
    admin: { description: `${figure.description} In text: {{${figure.name}}}` },
  };
  return figure.kind === 'number'
    ? { ...about, type: 'number', min: 1, max: 999, validate: wholeNumber }
    : {
        ...about,
        type: 'text',
        maxLength: 40,
        validate: validateFigure(figure),
      };
}

function validateFigure({ kind }: Figure): TextFieldSingleValidation {
  return (value, options) =>
    (value && findFigureFault(kind, value.trim())) ||
    (text(value, options as Parameters<typeof text>[1]) as true | string);
}

function wholeNumber(value: unknown): string | true {
  const inRange = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 999;
  return inRange || 'Enter a whole number from 1 to 999.';
}

/** Every figure that pages quote, kept once so that no two pages contradict each other. */
export const facts: GlobalConfig = {
  slug: 'facts',
  label: 'Facts and figures',
  access: { read: anyone, update: publishers },
  admin: {
    hideAPIURL: true,
    components: { elements: { beforeDocumentControls: [savingLine], SaveButton: publicSaveButton } },
    preview: previewOf('facts'),
    group: 'Settings',
    description: 'Every figure the site quotes. A change shows on all pages at once.',
  },
  versions: { max: 50 },
  hooks: revisionsOfGlobals,
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
    ...revisionFields,
  ],
};
