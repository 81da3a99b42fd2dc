import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../../core/seal.ts';
import { StartupError } from '../../core/startup-error.ts';
import type { Sql } from '../../database/sql.ts';

interface SharedSecretDeps {
  sql: Sql;
  /**
   * Secrets that are not in the database. The first one encrypts what is stored; with the others, which it replaced, stored
   * values are decrypted and then encrypted again.
   */
  sealingSecrets: readonly string[];
}

/**
 * Reads a secret that all servers of this shop share, and creates it if it does not exist. The database stores it
 * encrypted, so that no one can sign tokens with a backup. When several servers create it at the same time, one wins,
 * and all return its value.
 * @throws StartupError when none of the sealing secrets decrypts it
 */
export async function readSharedSecret(
  { sql, sealingSecrets }: SharedSecretDeps,
  name: string,
  at: Date,
): Promise<string> {
  const [current = '', ...older] = sealingSecrets;
  const fresh = seal(randomBytes(48).toString('base64url'), name, current);
  await sql`
    insert into shared_secrets (name, value, created_at) values (${name}, ${fresh}, ${at})
    on conflict (name) do nothing`;
  const [stored] = await sql<
    { value: string }[]
  >`select value from shared_secrets where name = ${name}`;
  if (!stored) throw new Error(`The shared secret ${name} was deleted while it was read`);
  const opened = unseal(stored.value, name, current);
  if (opened !== undefined) return opened;
  const secret = older
    .map((one) => unseal(stored.value, name, one))
    .find((one) => one !== undefined);
  if (secret === undefined) throw cannotOpen();
  await sql`
    update shared_secrets set value = ${seal(secret, name, current)}
    where name = ${name} and value = ${stored.value}`;
  return secret;
}

function cannotOpen(): StartupError {
  return new StartupError(
    'The secrets in the database were encrypted with another TOKEN_SECRET, or with the file DATA_DIR/secret of another server.',
    'Give all servers of the shop the same TOKEN_SECRET, or put the file back. If it is lost, run npm run maintain -- forget-keys, which says what it removes.',
  );
}
