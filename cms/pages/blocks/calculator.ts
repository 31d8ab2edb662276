import type { Block } from 'payload';
import { headingField, introField } from '../block-fields.ts';

/** A form that counts something with the figures, and shows how. */
export const calculator: Block = {
  slug: 'calculator',
  interfaceName: 'CalculatorBlock',
  labels: { singular: 'Calculator', plural: 'Calculators' },
  fields: [
    headingField(),
    {
      name: 'calculator',
      type: 'select',
      required: true,
      options: [
        { label: 'Back pay and our fee', value: 'backPay' },
        { label: 'Date last insured, from years of work', value: 'lastInsured' },
        { label: 'SSI, from income', value: 'ssi' },
      ],
      label: 'Which one',
      admin: { description: 'A page can have one. The questions and the result are part of the site.' },
    },
    introField,
  ],
};
