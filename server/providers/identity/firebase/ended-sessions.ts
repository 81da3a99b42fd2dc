import type { Sql } from '../../../database/sql.ts';
import type { IdToken } from './id-tokens.ts';

/** A session at Firebase has no id there: it is the account, and when and how it signed in. */
export type FirebaseSession = IdToken;

/** The sessions that have ended here by signing out. Firebase itself only ends all sessions of an account. */
export interface EndedSessions {
  /** Ends a session, with all tokens that it has or gets. */
  end(session: FirebaseSession): Promise<void>;
  /** Ends the sessions of an account that began before this Unix time. */
  endAllBefore(uid: string, seconds: number): Promise<void>;
  isEnded(session: FirebaseSession): Promise<boolean>;
  /** Deletes old records. @returns how many */
  sweep(): Promise<number>;
}

/**
 * The refresh token in the browser, which signing out deletes, is valid until Firebase revokes it. Somebody who has copied
 * it is refused for so long.
 */
const keptDays = 400;

export function createEndedSessions(sql: Sql, clock: { now: () => Date }): EndedSessions {
  const store = async (uid: string, from: number, until: number) => {
    await sql`
      insert into firebase_ended_sessions as known (uid, began_from, began_until, ended_at)
      values (${uid}, ${from}, ${until}, ${clock.now()})
      on conflict (uid, began_from) do update set
        began_until = greatest(known.began_until, excluded.began_until), ended_at = excluded.ended_at`;
  };
  return {
    end: ({ uid, signedInAtSeconds }) => store(uid, signedInAtSeconds, signedInAtSeconds),
    endAllBefore: (uid, seconds) => store(uid, 0, seconds - 1),
    async isEnded({ uid, signedInAtSeconds }) {
      const rows = await sql`
        select from firebase_ended_sessions
        where uid = ${uid} and ${signedInAtSeconds}::bigint between began_from and began_until
        limit 1`;
      return rows.length > 0;
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
