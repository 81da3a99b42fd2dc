import { openDatabase } from '../../server/database/connection.ts';
import { quietLog } from '../../server/testing/quiet-log.ts';
import { runningShop } from './open-shop.ts';

type Status = 'available' | 'advertise' | 'sold';

export interface KnownInstrument {
  id: string;
  name: string;
  category: string;
  /** Of its page. */
  path: string;
}

/**
 * An instrument of the demo catalogue in this state, of a verified seller: the same one at every call, because what the
 * stories list comes after it.
 */
export async function anInstrument(status: Status): Promise<KnownInstrument> {
  const { sql, close } = await openDatabase(
    { url: runningShop().databaseUrl, poolSize: 1 },
    quietLog,
  );
  try {
    const [found] = await sql<Omit<KnownInstrument, 'path'>[]>`
      select p.id, p.name, p.category from products p join users s on s.id = p.seller_id
      where p.status = ${status} and p.withdrawn_at is null and p.category is not null
        and s.verified_at is not null
      order by p.id limit 1`;
    if (!found) throw new Error(`No instrument of the demo catalogue has the status ${status}`);
    return { ...found, path: `/products/${found.id}` };
  } finally {
    await close();
  }
}
