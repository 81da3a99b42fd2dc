import { toMajorUnits } from '#contract/money/currency.ts';
import { type CsvCell, writeCsv } from '../../core/csv.ts';
import type { PayoutReader } from './payout-row.ts';

interface OrderRow {
  id: string;
  sellerId: string;
  name: string;
  amountCents: number;
  currency: string;
  sealedDetails: string | null;
}

const heads = ['Payout', 'Seller', 'Account holder', 'Account', 'Amount', 'Currency', 'Text'];

const rowsPerPage = 500;

/**
 * The manual payouts that have yet to be paid, oldest first, as comma-separated values with bank details, some lines at a time.
 * @param shopName for the text on the statement of the seller
 */
export async function* readBankFile(
  { sql, detailsSeal }: PayoutReader,
  shopName: string,
): AsyncGenerator<string> {
  yield writeCsv([heads]);
  for (let after: string | undefined = beforeTheFirst; after !== undefined; ) {
    const rows: OrderRow[] = await sql<OrderRow[]>`
      select p.id, p.seller_id as "sellerId", u.name, p.amount_cents as "amountCents", p.currency,
        a.sealed_details as "sealedDetails"
      from payouts p join users u on u.id = p.seller_id
      left join payout_accounts a on a.user_id = p.seller_id and a.provider = 'manual'
      where p.provider = 'manual' and p.state = 'taken' and p.id > ${after}
      order by p.id limit ${rowsPerPage}`;
    const lines = rows.map((row): CsvCell[] => {
      const details = row.sealedDetails && detailsSeal.unseal(row.sellerId, row.sealedDetails);
      const { holder, number } = details || {};
      return [
        ...[row.id, row.name, holder, number],
        ...[toMajorUnits(row.amountCents), row.currency, `${shopName} payout ${row.id.slice(-8)}`],
      ];
    });
    if (lines.length > 0) yield writeCsv(lines);
    after = rows.length < rowsPerPage ? undefined : rows.at(-1)?.id;
  }
}

const beforeTheFirst = '00000000-0000-0000-0000-000000000000';
