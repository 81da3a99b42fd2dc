import { randomBytes } from 'node:crypto';
import type { Sql } from '../../database/sql.ts';

/**
 * A secret that all servers of this shop share. The first to ask makes it; whoever comes second, even at the same
 * moment, reads what the first one kept.
 */
export async function sharedSecret(sql: Sql, name: string, at: Date): Promise<string> {
  const fresh = randomBytes(48).toString('base64url');
  await sql`
    insert into shared_secrets (name, value, created_at) values (${name}, ${fresh}, ${at})
    on conflict (name) do nothing`;
  const [kept] = await sql<
    { value: string }[]
  >`select value from shared_secrets where name = ${name}`;
  if (!kept) throw new Error(`The shared secret ${name} vanished while it was read`);
  return kept.value;
}
