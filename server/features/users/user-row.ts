import type { Role } from '#contract/constants.ts';
import type { AdminArea } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type PictureOf,
} from '../../database/image-columns.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { type TraderColumns, traderFrom } from './state-trader.ts';

/** What a user has said about being a trader, as JSON; null without it. */
export function traderColumn(sql: Sql, userId: Fragment): Fragment {
  return sql`(
    select json_build_object('status', t.status, 'name', t.name, 'address', t.address,
      'phone', t.phone, 'register', t.register, 'vat', t.vat)
    from traders t where t.user_id = ${userId} and t.status is not null
  )`;
}

/** A user joined with their picture, as `selectUsers` reads it. */
export type UserRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  areas: AdminArea[] | null;
  verifiedAt: Date | null;
  verificationSentAt: Date | null;
  createdAt: Date;
  isEmailProven: boolean;
  /** The picture at the identity provider, for users who have not uploaded one. */
  pictureUrl: string | null;
  language: string | null;
  timeZone: string | null;
  about: string | null;
  town: string | null;
  spoken: readonly string[] | null;
  limitedAt: Date | null;
  suspendedAt: Date | null;
  suspendedUntil: Date | null;
  trader: TraderColumns | null;
} & (ImageColumns | { imageId: null });

/** What functions that read users need. */
export interface UserReader {
  sql: Sql;
  pictureOf: PictureOf;
}

/** `select … from users u …`; the caller appends `where`. */
export function selectUsers(sql: Sql): Fragment {
  return sql`
    select u.id, u.language, u.time_zone as "timeZone", u.about, u.town, u.spoken, u.limited_at as "limitedAt", u.suspended_at as "suspendedAt",
      u.suspended_until as "suspendedUntil", u.name, u.email, u.role, u.areas, u.verified_at as "verifiedAt",
      (select sent_at from verification_requests where user_id = u.id) as "verificationSentAt", u.created_at as "createdAt",
      u.email_proven_at is not null as "isEmailProven", u.image_url as "pictureUrl",
      ${traderColumn(sql, sql`u.id`)} as trader, ${imageColumns}
    from users u left join images i on i.id = u.image_id`;
}

export function userFrom(row: UserRow, pictureOf: PictureOf): User {
  const image = row.imageId === null ? undefined : pictureOf(imageFrom(row));
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    image: image?.url ?? row.pictureUrl ?? undefined,
    role: row.role,
    areas: row.areas ?? undefined,
    status: row.verifiedAt ? 'verified' : undefined,
    time: row.createdAt.toISOString(),
    picture: image?.picture,
    language: row.language ?? undefined,
    timeZone: row.timeZone ?? undefined,
    about: row.about ?? undefined,
    town: row.town ?? undefined,
    spoken: row.spoken ? [...row.spoken] : undefined,
    verificationSentAt: row.verificationSentAt?.toISOString(),
    trader: traderFrom(row.trader),
    restriction: restrictionFrom(row),
    emailUnconfirmed: row.isEmailProven ? undefined : true,
  };
}

/** What the admins have taken from an account, if anything. */
export function restrictionFrom({
  limitedAt,
  suspendedAt,
  suspendedUntil,
}: Pick<UserRow, 'limitedAt' | 'suspendedAt' | 'suspendedUntil'>): User['restriction'] {
  if (suspendedAt) return { kind: 'suspended', until: suspendedUntil?.toISOString() };
  return limitedAt ? { kind: 'limited' } : undefined;
}
