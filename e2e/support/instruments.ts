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

/** An instrument of the demo catalogue in this state, the same one at every call. */
export async function anInstrument(status: Status): Promise<KnownInstrument> {
  const { sql, close } = await openDatabase(
    { url: runningShop().databaseUrl, poolSize: 1 },
    quietLog,
  );
  try {
    const [found] = await sql<Omit<KnownInstrument, 'path'>[]>`
      select id, name, category from products
      where status = ${status} and withdrawn_at is null and category is not null
      order by id desc limit 1`;
    if (!found) throw new Error(`No instrument of the demo catalogue has the status ${status}`);
    return { ...found, path: `/products/${found.id}` };
  } finally {
    await close();
  }
}
