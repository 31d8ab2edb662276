import type { Block } from 'payload';
import { line, lines, rowsField } from '#cms/fields.ts';
import { headingField, introField } from '../block-fields.ts';

/** Words and what they mean. Those of the page /glossary explain themselves wherever a page or an article uses them. */
export const glossary: Block = {
  slug: 'glossary',
  interfaceName: 'GlossaryBlock',
  labels: { singular: 'Glossary', plural: 'Glossaries' },
  fields: [
    headingField(),
    introField,
    rowsField('terms', 'Words', 'Word', { maxRows: 80, description: 'Shown in the order of the alphabet.' }, [
      line('term', 'Word', 'As it stands in most texts, such as "residual functional capacity".', 60),
      line('also', 'Also written', 'Other forms, separated by commas, such as "RFC". May stay empty.', 120, {
        required: false,
      }),
      lines('meaning', 'Meaning', 'One or two plain sentences.', 300),
    ]),
  ],
};
