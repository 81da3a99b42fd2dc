import { randomBytes } from 'node:crypto';
import type { Sql } from '../../database/sql.ts';

/**
 * Reads a secret that all servers of this shop share, and creates it if it does not exist. Of servers that create it at
 * the same time one wins, and all return its value.
 */
export async function readSharedSecret(sql: Sql, name: string, at: Date): Promise<string> {
  const fresh = randomBytes(48).toString('base64url');
  await sql`
    insert into shared_secrets (name, value, created_at) values (${name}, ${fresh}, ${at})
    on conflict (name) do nothing`;
  const [stored] = await sql<
    { value: string }[]
  >`select value from shared_secrets where name = ${name}`;
  if (!stored) throw new Error(`The shared secret ${name} was deleted while it was read`);
  return stored.value;
}
