import { msg } from '#contract/text.ts';
import type {
  OtherAccount,
  SellerFacts,
  SellerVerification,
} from '#contract/users/verification.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { findNearPictures, sameBits } from '../images/near-pictures.ts';

interface VerificationReader {
  sql: Sql;
  evidenceLinks: EvidenceLinks;
}

/** So many pictures of a seller are compared, the newest first. */
const maxPictures = 30;
/** So many other accounts are named. */
const maxAccounts = 20;

/** What a seller has sent to be verified. */
export async function readVerificationRequest(
  { sql, evidenceLinks }: VerificationReader,
  sellerId: string,
): Promise<SellerVerification['shown']> {
  const [row] = await sql<{ text: string; links: string[]; sentAt: Date; imageIds: string[] }[]>`
    select text, links, sent_at as "sentAt",
      array(select image_id from evidence_images where subject_id = v.id order by position) as "imageIds"
    from verification_requests v where user_id = ${sellerId}`;
  if (!row) return undefined;
  return {
    text: row.text,
    links: row.links,
    images: row.imageIds.map((id) => evidenceLinks.addressOf({ id })),
    time: row.sentAt.toISOString(),
  };
}

/**
 * What the shop knows of a seller, for the admin who decides whether to verify them.
 * @throws Problem not-found when there is no such user
 */
export async function readSellerFacts(
  { sql, evidenceLinks }: VerificationReader,
  sellerId: string,
): Promise<SellerFacts> {
  const [row] = await sql<
    (Pick<SellerFacts, 'emailConfirmed' | Counted> & { registeredAt: Date })[]
  >`
    select created_at as "registeredAt", email_proven_at is not null as "emailConfirmed",
      (select count(*)::int from products
        where seller_id = u.id and status <> 'sold' and withdrawn_at is null) as listed,
      ${salesIn(sql, 'completed')} as sales, ${salesIn(sql, 'returned')} as returned,
      (select count(*)::int from bookings b join fulfilments f on f.booking_id = b.id
        where b.seller_id = u.id and f.state = 'cancelled' and f.cancelled_by = u.id) as cancelled,
      (select count(*)::int from cases
        where person_id = u.id and state in ('open', 'appealed')) as reports,
      (select count(*)::int from cases
        where person_id = u.id and state in ('decided', 'upheld') and outcome <> 'dismissed') as decisions
    from users u where id = ${sellerId} and removed_at is null`;
  if (!row) throw new Problem('not-found', msg`There is no such user`);
  return {
    ...row,
    registeredAt: row.registeredAt.toISOString(),
    sameBankAccount: await withSameBankAccount(sql, sellerId),
    samePictures: await withSamePictures({ sql, evidenceLinks }, sellerId),
  };
}

type Counted = 'listed' | 'sales' | 'returned' | 'cancelled' | 'reports' | 'decisions';

function salesIn(sql: Sql, state: 'completed' | 'returned') {
  return sql`(
    select count(*)::int from bookings b join fulfilments f on f.booking_id = b.id
    where b.seller_id = u.id and f.state = ${state})`;
}

interface AccountRow {
  id: string;
  name: string;
  email: string;
  isRemoved: boolean;
}

async function withSameBankAccount(sql: Sql, sellerId: string): Promise<OtherAccount[]> {
  const rows = await sql<AccountRow[]>`
    select u.id, u.name, u.email, u.removed_at is not null as "isRemoved"
    from payout_accounts own
    join payout_accounts other on other.number_digest = own.number_digest
      and other.digest_of = other.changed_at and other.user_id <> own.user_id
    join users u on u.id = other.user_id
    where own.user_id = ${sellerId} and own.digest_of = own.changed_at
    order by u.id limit ${maxAccounts}`;
  return rows.map(accountOf);
}

function accountOf({ id, name, email, isRemoved }: AccountRow): OtherAccount {
  return { _id: id, name, email, removed: isRemoved || undefined };
}

/** Pictures of listings, and of what was sent to be verified; those of messages are between two people. */
async function withSamePictures(
  { sql, evidenceLinks }: VerificationReader,
  sellerId: string,
): Promise<SellerFacts['samePictures']> {
  const own = await sql<{ imageId: string; bits: string; mirrored: string }[]>`
    select id as "imageId", fingerprint::text as bits,
      coalesce(mirrored_fingerprint, fingerprint)::text as mirrored
    from images i
    where fingerprint is not null and id in (
      select image_id from products where seller_id = ${sellerId}
      union all select pi.image_id from product_images pi join products p on p.id = pi.product_id
        where p.seller_id = ${sellerId}
      union all select e.image_id from evidence_images e
        join verification_requests v on v.id = e.subject_id where v.user_id = ${sellerId})
    order by id desc limit ${maxPictures}`;
  const found = new Map<string, SellerFacts['samePictures'][number]>();
  for (const { imageId, bits, mirrored } of own) {
    const wanted = { bits: BigInt(bits), mirrored: BigInt(mirrored) };
    const same = (await findNearPictures(sql, wanted)).filter(
      ({ id, distance }) => id !== imageId && distance <= sameBits,
    );
    for (const row of await usersOf(sql, { sellerId, imageIds: same.map(({ id }) => id) })) {
      if (found.has(row.id)) continue;
      found.set(row.id, {
        account: accountOf(row),
        own: evidenceLinks.addressOf({ id: imageId }),
        other: evidenceLinks.addressOf({ id: row.imageId }),
      });
      if (found.size === maxAccounts) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** The other users whose pictures these are. The same file may be a picture of both. */
async function usersOf(
  sql: Sql,
  { sellerId, imageIds }: { sellerId: string; imageIds: readonly string[] },
) {
  if (imageIds.length === 0) return [];
  return await sql<(AccountRow & { imageId: string })[]>`
    select distinct on (u.id) u.id, u.name, u.email, u.removed_at is not null as "isRemoved",
      shown.image_id as "imageId"
    from (
      select seller_id as user_id, image_id from products where image_id = any(${imageIds}::uuid[])
      union all
      select p.seller_id, pi.image_id from product_images pi join products p on p.id = pi.product_id
        where pi.image_id = any(${imageIds}::uuid[])
      union all
      select v.user_id, e.image_id from evidence_images e
        join verification_requests v on v.id = e.subject_id
        where e.image_id = any(${imageIds}::uuid[])
    ) shown join users u on u.id = shown.user_id
    where u.id <> ${sellerId} order by u.id limit ${maxAccounts}`;
}
