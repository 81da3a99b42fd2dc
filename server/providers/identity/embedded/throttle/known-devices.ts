import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../../../core/clock.ts';
import type { Sql } from '../../../../database/sql.ts';

/** The place from which a request comes. */
export interface Origin {
  /** See `placeOfAddress`. */
  place: string;
  /** The browser's device cookie, if it sent one. */
  device: string | undefined;
}

/** The devices and places from which accounts have signed in before. They have an allowance of attempts of their own. */
export interface KnownDevices {
  /** The key of the device or, failing that, of the place, if this account has signed in there before. */
  find(email: string, origin: Origin): Promise<string | undefined>;
  /** Stores that the identity with this id and email has signed in there. */
  remember(identity: { id: string; email: string }, origin: Origin): Promise<void>;
}

interface KnownDevicesDeps {
  sql: Sql;
  clock: Clock;
  /** Key of the digests. */
  secret: string;
}

/** The time for which a device or place stays known after the last sign-in. */
const knownDays = 180;
const dayMs = 86_400_000;

export function createKnownDevices({ sql, clock, secret }: KnownDevicesDeps): KnownDevices {
  function keysOf(email: string, { place, device }: Origin): string[] {
    const digest = (kind: string, value: string) =>
      createHmac('sha256', secret)
        .update(`known ${kind} ${email.trim().toLowerCase()} ${value}`)
        .digest('base64url');
    return [...(device ? [digest('device', device)] : []), digest('place', place)];
  }

  return {
    async find(email, origin) {
      const keys = keysOf(email, origin);
      const rows = await sql<{ key: string }[]>`
        select key from auth_known_devices where key = any(${keys})`;
      const known = new Set(rows.map(({ key }) => key));
      return keys.find((key) => known.has(key));
    },
    async remember({ id, email }, origin) {
      const keys = keysOf(email, origin);
      await sql`
        insert into auth_known_devices (key, user_id, seen_at)
        select key, id, ${clock.now()} from unnest(${keys}::text[]) as key, auth_users
        where id = ${id}
        on conflict (key) do update set seen_at = excluded.seen_at`;
    },
  };
}

/** Deletes the devices and places without a sign-in for half a year. */
export async function removeOldKnownDevices(sql: Sql, at: Date): Promise<number> {
  const [swept] = await sql<{ count: number }[]>`
    with swept as (
      delete from auth_known_devices
      where seen_at < ${new Date(at.getTime() - knownDays * dayMs)} returning key
    )
    select count(*)::int as count from swept`;
  return swept?.count ?? 0;
}

/**
 * The cookie that names a browser. It proves nothing but that an account has signed in with this browser before; scripts
 * cannot read it.
 */
export const deviceCookie = {
  /** The device's name in the request's cookies. */
  read(cookies: string | undefined): string | undefined {
    return /(?:^|;\s*)(?:__Secure-)?reprise\.device=([\w-]{22})(?:;|$)/.exec(cookies ?? '')?.[1];
  },
  create: (): string => randomBytes(16).toString('base64url'),
  /** The header `Set-Cookie`. */
  write(device: string, isSecure: boolean): string {
    const name = isSecure ? '__Secure-reprise.device' : 'reprise.device';
    const secure = isSecure ? '; Secure' : '';
    const maxAge = knownDays * 86_400;
    return `${name}=${device}; Max-Age=${maxAge}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`;
  },
};
