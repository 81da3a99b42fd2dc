import { paths } from '#contract/page-paths.ts';
import type { Sql } from '../../database/sql.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { renderMail } from './render-mail.ts';

interface Removal {
  productName: string;
  reason: string;
  sellerName: string;
  sellerEmail: string;
}

/**
 * The mail to a seller whose product an admin has removed.
 * @param origin address of the shop for links, without a slash at the end
 * @returns undefined when the seller was removed
 */
export async function composeProductMail(
  sql: Sql,
  id: string,
  origin: string,
): Promise<Mail | undefined> {
  const [removal] = await sql<Removal[]>`
    select p.name as "productName", m.reason, s.name as "sellerName", s.email as "sellerEmail"
    from product_mails m
    join products p on p.id = m.product_id
    join users s on s.id = p.seller_id and s.removed_at is null
    where m.id = ${id}`;
  if (!removal) return undefined;
  const { productName, reason, sellerName, sellerEmail } = removal;
  const content = {
    subject: `${productName} was taken off sale`,
    greeting: sellerName,
    paragraphs: [
      `An admin of the shop has taken your ${productName} off sale. An unpaid booking of it has ended, and its buyer was told.`,
    ],
    facts: [['Reason', reason]] as const,
    step: { label: 'See your products', link: origin + paths.myProducts() },
    closing: ['If you think that this is wrong, write to the shop.'],
  };
  return { to: sellerEmail, ...renderMail(content) };
}
