// biome-ignore-all lint/a11y/noRedundantRoles: below 640 px CSS lays the table out as blocks, and browsers then forget its roles unless they are written out.
import type { ReactNode, Ref } from 'react';

export interface Column<Row> {
  /** Stands in the head of the column, and before the cell where rows are cards. */
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** The cell that names its row; one column of a table. */
  isRowHeader?: boolean;
  align?: 'start' | 'end';
  /** Short and never broken into lines where rows are rows; the other columns share what is left. */
  isWhole?: boolean;
}

/** A plain table that becomes a stack of cards below 640 px, and stays a table to readers of the page aloud. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  ref,
}: {
  /** What the table lists; for readers of the page aloud. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** To what holds the rows, for whoever moves the focus among them. */
  ref?: Ref<HTMLTableSectionElement>;
}) {
  return (
    <table
      className="relative block w-full sm:table sm:rounded-lg sm:bg-surface sm:shadow-rest"
      role="table"
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group" role="rowgroup">
        <tr className="sm:border-b sm:border-line-strong" role="row">
          {columns.map(({ header, align }) => (
            <th
              className={`px-3 py-3 text-sm font-semibold whitespace-nowrap text-muted lg:px-4 ${align === 'end' ? 'text-end' : 'text-start'}`}
              key={header}
              role="columnheader"
              scope="col"
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block space-y-4 sm:table-row-group" ref={ref} role="rowgroup">
        {rows.map((row, index) => (
          <tr
            className="block rounded-lg border border-line bg-surface p-4 shadow-rest sm:table-row sm:rounded-none sm:border-0 sm:border-b sm:bg-transparent sm:p-0 sm:shadow-none sm:last:border-b-0"
            key={rowKey(row)}
            role="row"
          >
            {columns.map((column) => (
              <Cell column={column} index={index} key={column.header} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row, index }: { column: Column<Row>; row: Row; index: number }) {
  const Tag = column.isRowHeader ? 'th' : 'td';
  return (
    <Tag
      className={`flex items-center justify-between gap-4 py-1.5 font-normal sm:table-cell sm:px-3 sm:py-3 lg:px-4 ${
        column.align === 'end' ? 'sm:text-end' : 'text-start'
      } ${column.isWhole ? 'sm:whitespace-nowrap' : ''} ${column.isRowHeader ? 'font-semibold' : ''}`}
      role={column.isRowHeader ? 'rowheader' : 'cell'}
      {...(column.isRowHeader ? { scope: 'row' } : {})}
    >
      <span aria-hidden="true" className="shrink-0 text-sm font-semibold text-muted sm:hidden">
        {column.header}
      </span>
      <span
        className={`min-w-0 text-end wrap-anywhere ${column.align === 'end' ? '' : 'sm:text-start'}`}
      >
        {column.cell(row, index)}
      </span>
    </Tag>
  );
}
