import { StartupError } from '../core/startup-error.ts';
import type { Database } from '../database/connection.ts';
import { type Tx, transaction } from '../database/transaction.ts';

/** Versions before this setting knew no other. */
const earlierCurrency = 'USD';

/**
 * Stores the currency of the shop at the first start. Later it may only change while there are no amounts: they are stored
 * without a currency, and nothing could convert what people have agreed on.
 * @param code ISO 4217
 * @throws StartupError when the database has amounts in another currency
 */
export async function requireCurrency(database: Database, code: string, at: Date): Promise<void> {
  await transaction(database, async (tx) => {
    const holders = await findAmounts(tx);
    const first = holders.length > 0 ? earlierCurrency : code;
    tx.write`
      insert into shop_currency (is_only, code, since) values (true, ${first}, ${at})
      on conflict do nothing`;
    const [stored] = await tx.sql<{ code: string }[]>`
      select code from shop_currency for no key update`;
    const storedCode = stored?.code ?? first;
    if (storedCode === code) return;
    if (holders.length > 0) throw otherCurrency(storedCode, code, holders);
    tx.write`update shop_currency set code = ${code}, since = ${at}`;
  });
}

/**
 * The rows with an amount in this database. Listings count although nothing was paid for them: their prices were set,
 * and 250 dollars are not 250 yen. So do saved searches between two prices.
 */
async function findAmounts(tx: Tx): Promise<string[]> {
  const [found] = await tx.sql<Record<string, boolean>[]>`
    select exists (select from products) as listings, exists (select from bookings) as bookings,
      exists (select from payments) as payments,
      exists (select from ledger_entries) or exists (select from payouts) as "entries of the ledger",
      exists (select from saved_searches where query ?| array['minPrice', 'maxPrice'])
        as "saved searches with prices"`;
  return Object.entries(found ?? {}).flatMap(([holder, exists]) => (exists ? [holder] : []));
}

function otherCurrency(stored: string, wanted: string, holders: readonly string[]): StartupError {
  const list = holders.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  return new StartupError(
    `This database has ${list} in ${stored}, but the shop is set to sell in ${wanted}.`,
    `Amounts are never converted. Set "currency": "${stored}" in shop.json to go on with this database, or begin a shop in ${wanted} with an empty one: another DATABASE_URL or DATA_DIR.`,
  );
}
