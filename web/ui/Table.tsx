// biome-ignore-all lint/a11y/noRedundantRoles: CSS sometimes lays the table out as blocks, and browsers then forget its roles unless they are written out.
import type { ReactNode, Ref } from 'react';

export interface Column<Row> {
  /** The column header, repeated before the cell where rows become cards. */
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** The cell that names its row; one column per table. */
  isRowHeader?: boolean;
  align?: 'start' | 'end';
  /**
   * Never wraps while rows are rows (`wide`: in a table of at least 50 rem, for tables of many columns); the other columns
   * share the remaining width.
   */
  isWhole?: boolean | 'wide';
}

/**
 * A table that becomes a stack of cards when its container is narrower than 38 rem (a window of 640 px, or a wider
 * one with larger text), and stays a table for screen readers.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  ref,
}: {
  /** The table's accessible name. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Ref to the table body, for moving the focus between rows. */
  ref?: Ref<HTMLTableSectionElement>;
}) {
  return (
    <div className="@container">
      <table
        className="relative block w-full @[38rem]:table @[38rem]:rounded-lg @[38rem]:bg-surface @[38rem]:shadow-rest"
        role="table"
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only @[38rem]:not-sr-only @[38rem]:table-header-group" role="rowgroup">
          <tr className="@[38rem]:border-b @[38rem]:border-line-strong" role="row">
            {columns.map(({ header, align }) => (
              <th
                className={`px-3 py-3 text-sm font-semibold whitespace-nowrap text-muted @[60rem]:px-4 ${align === 'end' ? 'text-end' : 'text-start'}`}
                key={header}
                role="columnheader"
                scope="col"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block space-y-4 @[38rem]:table-row-group" ref={ref} role="rowgroup">
          {rows.map((row, index) => (
            <tr
              className="block rounded-lg border border-line bg-surface p-4 shadow-rest @[38rem]:table-row @[38rem]:rounded-none @[38rem]:border-0 @[38rem]:border-b @[38rem]:bg-transparent @[38rem]:p-0 @[38rem]:shadow-none @[38rem]:last:border-b-0"
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
    </div>
  );
}

const wholeStyles = {
  always: '@[38rem]:whitespace-nowrap',
  wide: '@[50rem]:whitespace-nowrap',
};

function Cell<Row>({ column, row, index }: { column: Column<Row>; row: Row; index: number }) {
  const Tag = column.isRowHeader ? 'th' : 'td';
  return (
    <Tag
      className={`flex items-center justify-between gap-4 py-1.5 font-normal @[38rem]:table-cell @[38rem]:px-3 @[38rem]:py-3 @[60rem]:px-4 ${
        column.align === 'end' ? '@[38rem]:text-end' : 'text-start'
      } ${column.isWhole ? wholeStyles[column.isWhole === true ? 'always' : 'wide'] : ''} ${column.isRowHeader ? 'font-semibold' : ''}`}
      role={column.isRowHeader ? 'rowheader' : 'cell'}
      {...(column.isRowHeader ? { scope: 'row' } : {})}
    >
      <span
        aria-hidden="true"
        className="shrink-0 text-sm font-semibold text-muted @[38rem]:hidden"
      >
        {column.header}
      </span>
      <span
        className={`min-w-0 text-end wrap-anywhere ${column.align === 'end' ? '' : '@[38rem]:text-start'}`}
      >
        {column.cell(row, index)}
      </span>
    </Tag>
  );
}
