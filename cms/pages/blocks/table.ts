import type { ArrayFieldValidation, Block, Field } from 'payload';
import { array } from 'payload/shared';
import { line, lines, rowsField } from '#cms/fields.ts';
import { headingField } from '../block-fields.ts';

type Row = { cells?: unknown[] | null };
type Part = { columns?: unknown[] | null };

/** A cell too few would put every later one under the wrong heading. */
const oneCellPerColumn: ArrayFieldValidation = (value, options) => {
  const columns = (options.blockData as Part | undefined)?.columns?.length ?? 0;
  const rows = Array.isArray(value) ? (value as Row[]) : [];
  const wrong = rows.findIndex(({ cells }) => Array.isArray(cells) && cells.length !== columns);
  return wrong < 0 ? array(value, options) : `Row ${wrong + 1} needs ${columns} cells, one for each column.`;
};

const tableFields: Field[] = [
  line('caption', 'Caption', 'What the table compares; screen readers say it first.', 160),
  rowsField(
    'columns',
    'Columns',
    'Column',
    { minRows: 2, maxRows: 5, description: 'The headings of the columns. The first one names the rows.' },
    [line('label', 'Heading of the column', 'One or two words.', 60)],
  ),
  {
    name: 'rows',
    type: 'array',
    required: true,
    minRows: 1,
    maxRows: 30,
    label: 'Rows',
    labels: { singular: 'Row', plural: 'Rows' },
    validate: oneCellPerColumn,
    admin: { description: 'Each row has one cell for each column.' },
    fields: [
      rowsField(
        'cells',
        'Cells',
        'Cell',
        { minRows: 2, maxRows: 5, description: 'From left to right. The first one names the row.' },
        [lines('text', 'Cell', 'A few words or one sentence.', 300)],
      ),
    ],
  },
];

/** Facts side by side. On small screens each row becomes a list. */
export const table: Block = {
  slug: 'table',
  interfaceName: 'TableBlock',
  labels: { singular: 'Table', plural: 'Tables' },
  fields: [headingField(), ...tableFields],
};

/** The same inside running text, where the headings are the text's own. */
export const tableInText: Block = {
  slug: 'table',
  interfaceName: 'TableInText',
  labels: { singular: 'Table', plural: 'Tables' },
  fields: tableFields,
};
