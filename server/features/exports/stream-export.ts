import type { ExportKind } from '#contract/imports/exports.ts';
import { byteOrderMark } from '../../core/csv.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { alerts, listings, people, wishes } from './exported-catalogue.ts';
import { invoicesOf } from './exported-invoices.ts';
import { type ExportedKind, type ExportReader, headerOf, linesOf } from './exported-kind.ts';
import { ledger, payouts } from './exported-money.ts';
import { bookings, disputes, payments, refunds, returns } from './exported-sales.ts';
import { taxesOf } from './exported-taxes.ts';

const exportedKinds: Readonly<Record<Exclude<ExportKind, 'taxes'>, ExportedKind>> = {
  people,
  listings,
  bookings,
  payments,
  refunds,
  returns,
  disputes,
  ledger,
  payouts,
  invoices: invoicesOf(),
  wishes,
  alerts,
};

/** @param year of taxes */
export function exportedKindOf(kind: ExportKind, year: number): ExportedKind {
  return kind === 'taxes' ? taxesOf(year) : exportedKinds[kind];
}

const rowsPerPage = 1_000;
const beforeTheFirst = '00000000-0000-0000-0000-000000000000';

/**
 * The records as CSV, oldest first, a page of rows at a time. The next page is read when the last one has been taken, so that
 * a slow reader costs no memory and one who leaves ends the reading. Each page is a statement of its own, which no timeout
 * ends and which holds no connection in between: what changes in the meantime is in the file as it is when its page is read.
 */
export async function* streamExport(
  reader: ExportReader,
  given: ExportedKind,
  { language, count = rowsPerPage }: { language?: LoadedLanguage | undefined; count?: number } = {},
): AsyncGenerator<string> {
  const further = await given.readColumns?.(reader.sql);
  const empty = Object.fromEntries(Object.keys(further ?? {}).map((name) => [name, null]));
  const columns = { ...given.columns, ...further };
  yield byteOrderMark + headerOf(columns, given, language);
  let after = beforeTheFirst;
  while (true) {
    const rows = await given.readPage(reader, { after, count });
    const lines = linesOf(
      columns,
      rows.map((row) => ({ ...empty, ...row })),
    );
    if (lines !== '') yield lines;
    const last = rows.at(-1);
    if (!last || rows.length < count) return;
    after = last.cursor;
  }
}
