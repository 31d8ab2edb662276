import type { BlockProps } from './block-props.ts';
import { PagePart } from './page-part.tsx';

/** The first cell names its row. On narrow screens each row is a card, in which every cell says its column. */
export function TableBlock({ block: { heading, caption, columns, rows }, id }: BlockProps<'table'>) {
  return (
    <PagePart id={id} heading={heading}>
      <table className="table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td data-label={columns[index + 1]} key={columns[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PagePart>
  );
}
