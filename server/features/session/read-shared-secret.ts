import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
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
 * encrypted, so that nobody can sign tokens with what a backup holds. Of servers that create it at the same time one wins,
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
  const opened = open(stored.value, name, current);
  if (opened !== undefined) return opened;
  // A version before this one stored it in clear.
  const secret = stored.value.startsWith(prefix)
    ? older.map((one) => open(stored.value, name, one)).find((one) => one !== undefined)
    : stored.value;
  if (secret === undefined) throw cannotOpen();
  await sql`
    update shared_secrets set value = ${seal(secret, name, current)}
    where name = ${name} and value = ${stored.value}`;
  return secret;
}

const prefix = 'sealed:';
const algorithm = 'aes-256-gcm';

/** Encrypts a value. The name is authenticated, so that values cannot be exchanged. */
function seal(value: string, name: string, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce).setAAD(Buffer.from(name));
  const encrypted = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** @returns undefined when it is not encrypted, or with another secret */
function open(sealed: string, name: string, secret: string): string | undefined {
  if (!sealed.startsWith(prefix)) return undefined;
  const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
  const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, 12))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(12, 28));
  try {
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'reprise shared secrets', 32));
}

function cannotOpen(): StartupError {
  return new StartupError(
    'The secrets in the database were encrypted with another TOKEN_SECRET, or with the file DATA_DIR/secret of another server.',
    'Give all servers of the shop the same TOKEN_SECRET, or put the file back. If it is lost, delete the rows of shared_secrets (but for demo-catalogue) and of auth_keys: everybody is then signed out.',
  );
}
