import type { Clock } from '../../../core/clock.ts';
import type { Sql } from '../../../database/sql.ts';
import type { IdToken } from './id-tokens.ts';

/** A session at Firebase has no id there: it is the account, and when and how it signed in. */
export type FirebaseSession = IdToken;

/** What the shop stores about identities at Firebase, because Firebase does not. */
export interface FirebaseRecords {
  /** Ends a session, with all tokens that it has or gets. Firebase itself only ends all sessions of an account. */
  endSession(session: FirebaseSession): Promise<void>;
  /** Ends the sessions of an account that began before this Unix time. */
  endSessionsBefore(uid: string, seconds: number): Promise<void>;
  isSessionEnded(session: FirebaseSession): Promise<boolean>;
  /** Stores that the person who signs in to this account has opened a mail to this address. */
  storeProvenEmail(uid: string, email: string): Promise<void>;
  isEmailProven(uid: string, email: string): Promise<boolean>;
  /** Forgets that an address was proven. */
  forgetEmail(email: string): Promise<void>;
  /** Deletes old records of sessions. @returns how many */
  sweep(): Promise<number>;
}

/**
 * The refresh token in the browser, which signing out deletes, is valid until Firebase revokes it. A copy of it is
 * refused until then.
 */
const keptDays = 400;

export function createFirebaseRecords(sql: Sql, clock: Clock): FirebaseRecords {
  const storeEnd = async (uid: string, from: number, until: number) => {
    await sql`
      insert into firebase_ended_sessions as known (uid, began_from, began_until, ended_at)
      values (${uid}, ${from}, ${until}, ${clock.now()})
      on conflict (uid, began_from) do update set
        began_until = greatest(known.began_until, excluded.began_until), ended_at = excluded.ended_at`;
  };
  return {
    endSession: ({ uid, signedInAtSeconds }) => storeEnd(uid, signedInAtSeconds, signedInAtSeconds),
    endSessionsBefore: (uid, seconds) => storeEnd(uid, 0, seconds - 1),
    async isSessionEnded({ uid, signedInAtSeconds }) {
      const rows = await sql`
        select from firebase_ended_sessions
        where uid = ${uid} and ${signedInAtSeconds}::bigint between began_from and began_until
        limit 1`;
      return rows.length > 0;
    },
    async storeProvenEmail(uid, email) {
      await sql`
        insert into firebase_proven_emails (uid, email, proven_at) values (${uid}, ${email}, ${clock.now()})
        on conflict (uid) do update set email = excluded.email, proven_at = excluded.proven_at`;
    },
    async isEmailProven(uid, email) {
      const rows = await sql`
        select from firebase_proven_emails where uid = ${uid} and email = ${email}`;
      return rows.length > 0;
    },
    async forgetEmail(email) {
      await sql`delete from firebase_proven_emails where email = ${email.toLowerCase()}`;
    },
    async sweep() {
      const before = new Date(clock.now().getTime() - keptDays * 86_400_000);
      const [swept] = await sql<{ count: number }[]>`
        with swept as (delete from firebase_ended_sessions where ended_at < ${before} returning uid)
        select count(*)::int as count from swept`;
      return swept?.count ?? 0;
    },
  };
}
