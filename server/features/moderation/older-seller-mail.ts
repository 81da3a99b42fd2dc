import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { badInput } from '../../core/problem.ts';
import { type ImageColumns, imageColumns } from '../../database/image-columns.ts';
import { queueMail } from '../../database/queue-mail.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import {
  aroundUnproven,
  type MailContent,
  type MailPhoto,
  type MailTexts,
} from '../mails/mail-content.ts';
import { mailPhoto } from '../mails/mail-photo.ts';
import type { MailsOfFeature } from '../mails/mails-of-feature.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { stateOfProduct } from './subject-kinds.ts';

const kind = 'older-seller-told' satisfies QueuedMailKind;

/** When the seller of the older listing of a hint `h` was told of this pair. Mails about cases stay, so that is once. */
export const toldAt = `(select m.created_at from queued_mails m
  where m.key = '${kind}:' || h.other_product_id || ':' || h.product_id)`;

/** Whether the seller of the older listing `p` of a hint `h` can be told of the near picture; `seller` is who that is. */
export const mayBeTold = `(h.image_id is not null and p.withdrawn_at is null
  and seller.removed_at is null and seller.suspended_at is null and ${toldAt} is null)`;

interface OlderListing {
  id: string;
  name: string;
  newerId: string;
  sellerId: string;
  sellerName: string;
  email: string;
}

/**
 * Tells the sellers of these older listings, by a mail to each, that the listing of a case shows a picture near to theirs.
 * @throws Problem bad-input when one of them is no listing with a near picture in this case, or its seller cannot be told
 */
export async function tellOlderSellers(
  tx: Tx,
  {
    caseId,
    adminId,
    productIds,
  }: { caseId: string; adminId: string; productIds: readonly string[] },
  at: Date,
): Promise<void> {
  if (productIds.length === 0) return;
  const listings = await tx.sql<OlderListing[]>`
    select distinct on (p.id) p.id, p.name, h.product_id as "newerId", seller.id as "sellerId",
      seller.name as "sellerName", seller.email
    from case_hints h
    join products p on p.id = h.other_product_id
    join users seller on seller.id = p.seller_id
    where h.case_id = ${caseId} and p.id = any(${productIds}::uuid[]) and ${rawSql(mayBeTold)}
    order by p.id`;
  if (listings.length < new Set(productIds).size) {
    throw badInput([{ field: 'tell', message: msg`The seller of that listing cannot be told` }]);
  }
  for (const { id, name, newerId, sellerId, sellerName, email } of listings) {
    const mail = { kind, subjectId: id, readerId: sellerId, about: newerId } as const;
    queueMail(tx, { ...mail, data: { productId: newerId } }, at);
    const subject = { id: sellerId, name: sellerName, email };
    const entry = { action: kind, actorId: adminId, subject, product: { id, name } } as const;
    await writeAuditEntry(tx, entry, at);
  }
}

/** What the mail to the seller of the older listing may say. */
interface OlderSellerMail {
  productId: string;
  productName: string;
  /** The newer listing, while everybody sees it; null: it is not named. */
  newerId: string | null;
  sellerName: string;
  sellerEmail: string;
  isSellerProven: boolean;
}

export const olderSellerMails: MailsOfFeature<typeof kind> = {
  kinds: [kind],
  async read({ sql, brand, ...photoDeps }, { id }) {
    const [mail] = await sql<(OlderSellerMail & ImageColumns & { language: string | null })[]>`
      select older.id as "productId", older.name as "productName",
        (select p.id from products p where p.id = (m.data ->> 'productId')::uuid
          and ${rawSql(stateOfProduct)} = 'visible') as "newerId",
        s.language, s.name as "sellerName", s.email as "sellerEmail",
        s.email_proven_at is not null as "isSellerProven", ${imageColumns}
      from queued_mails m
      join products older on older.id = m.subject_id and older.withdrawn_at is null
      join images i on i.id = older.image_id
      join users s on s.id = m.reader_id and s.removed_at is null and s.suspended_at is null
      where m.id = ${id}`;
    if (!mail) return undefined;
    const photo = mailPhoto(photoDeps, mail);
    return {
      to: mail.sellerEmail,
      language: mail.language,
      write: (shop) => olderSellerContentOf(mail, { shop, shopName: brand.name, photo }),
    };
  },
};

/** The contents of the mail. It does not say whose the other listing is; its page says what it says to everybody. */
export function olderSellerContentOf(
  { productId, productName, newerId, sellerName, isSellerProven }: OlderSellerMail,
  { shop, shopName, photo }: { shop: string; shopName: string; photo: MailPhoto },
): MailContent {
  const own = shop + paths.product(productId);
  const whatToDo =
    newerId === null
      ? t`The other listing is not on sale any more, and you need not do anything.`
      : t`You may have allowed it, or two instruments may only look alike. If the picture is yours and you have not allowed it, open the other listing and report it there.`;
  const step: MailTexts['step'] =
    newerId === null
      ? { label: t`See your listing`, link: own }
      : { label: t`Look at the other listing`, link: shop + paths.product(newerId) };
  const subject = t`Another listing shows a picture like yours`;
  if (!isSellerProven) {
    return {
      subject,
      paragraphs: [
        t`Another seller’s listing shows the same picture as one of yours, or a similar one. The shop compares pictures automatically; an admin has looked at both and decided to tell you.`,
        whatToDo,
      ],
      facts: [[t`Your listing`, own]],
      step,
      ...aroundUnproven(shopName, shop),
    };
  }
  return {
    subject,
    greeting: sellerName,
    paragraphs: [
      t`Another seller’s listing shows the same picture as your listing ‘${productName}’, or a similar one. The shop compares pictures automatically; an admin has looked at both and decided to tell you.`,
      whatToDo,
    ],
    instruments: [{ name: productName, link: own, photo }],
    step,
    reason: t`You are getting this email because you sell instruments at ${shopName}.`,
  };
}
