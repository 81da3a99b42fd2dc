import type { Condition } from '#contract/constants.ts';
import { formatList } from '#contract/isolate.ts';
import { paths } from '#contract/page-paths.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import { plural, t } from '#contract/text.ts';
import { formatTime } from '../../core/format-time.ts';
import { type ImageColumns, imageColumns } from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';
import { type NewsMailDeps, type NewsReader, newsMails } from '../alerts/news-mail.ts';
import { type MailContent, type MailPhoto, moneyText } from '../mails/mail-content.ts';
import { mailPhoto } from '../mails/mail-photo.ts';
import { onSale } from '../products/product-row.ts';

export const wishlistMails = newsMails('news-wishlist', readWishlistNews);

/** How many instruments a mail lists; those that changed last. */
const listedInstruments = 12;

/** An instrument on a wishlist that has changed. */
export interface WishNews {
  productId: string;
  name: string;
  priceCents: number;
  condition: Condition;
  location: string;
  /** What the reader knows that it cost; null when it has not become cheaper. */
  priceBeforeCents: number | null;
  /** Whether it was on hold and can be booked again. */
  isFreeAgain: boolean;
  /** The end of another user's hold; null when there is none. */
  heldUntil: Date | null;
}

/**
 * The mail about instruments on the wishlist that cost less than the reader knows, or can be booked again, as it is now.
 * Records the prices that it names. What the reader holds is left out.
 * @returns undefined when nothing is left
 */
async function readWishlistNews({ sql, ...photoDeps }: NewsMailDeps, reader: NewsReader) {
  const rows = await readNews(sql, reader);
  if (rows.length === 0) return undefined;
  await sql`
    update wishlist_news n set told_price_cents = told.price_cents
    from unnest(${rows.map(({ productId }) => productId)}::uuid[],
      ${rows.map(({ priceCents }) => priceCents)}::bigint[]) as told (product_id, price_cents)
    where n.user_id = ${reader.userId} and n.product_id = told.product_id`;
  const listed = rows.slice(0, listedInstruments);
  const news = listed.map((row) => ({ ...row, photo: mailPhoto(photoDeps, row) }));
  return (shop: string) =>
    wishlistContentOf(news, { shop, furtherCount: rows.length - listed.length });
}

/** What the mail says about these instruments (at least one). */
export function wishlistContentOf(
  news: readonly (WishNews & { photo: MailPhoto })[],
  { shop, furtherCount }: { shop: string; furtherCount: number },
): MailContent {
  const [first] = news;
  const isOne = news.length === 1 && furtherCount === 0;
  return {
    subject:
      first && isOne
        ? subjectOf(first)
        : t`News about ${plural(news.length + furtherCount, { one: '# instrument', other: '# instruments' })} on your wishlist`,
    paragraphs: [
      isOne
        ? t`There is news about an instrument on your wishlist.`
        : t`There is news about instruments on your wishlist.`,
    ],
    instruments: news.map((one) => ({
      name: one.name,
      price: moneyText(one.priceCents),
      photo: one.photo,
      link: shop + paths.product(one.productId),
      note: noteOf(one),
    })),
    step:
      first && isOne
        ? { label: t`See the instrument`, link: shop + paths.product(first.productId) }
        : { label: t`See your wishlist`, link: shop + paths.wishlist() },
    ...(furtherCount > 0
      ? { closing: [t`And ${furtherCount} more, which you will find on your wishlist.`] }
      : {}),
    reason: t`You are getting this email because of what is on your wishlist. We send at most one a day.`,
  };
}

function subjectOf({ name, priceBeforeCents, priceCents }: WishNews): string {
  return priceBeforeCents === null
    ? t`${name} can be booked again`
    : t`${name} now costs ${{ price: moneyText(priceCents) }}`;
}

function noteOf({ priceBeforeCents, isFreeAgain, heldUntil, condition, location }: WishNews) {
  return [
    ...(priceBeforeCents === null ? [] : [t`it was ${{ price: moneyText(priceBeforeCents) }}`]),
    ...(isFreeAgain ? [t`available again`] : []),
    ...(heldUntil ? [t`on hold until ${{ time: formatTime(heldUntil) }}`] : []),
    formatList([conditionNames[condition], location]),
  ].join(' · ');
}

function readNews(sql: Sql, { userId, until }: NewsReader): Promise<(WishNews & ImageColumns)[]> {
  return sql<(WishNews & ImageColumns)[]>`
    with news as (
      select n.product_id, max(n.created_at) as at, bool_or(n.kind = 'free') as was_held,
        max(case when n.kind = 'cheaper' then coalesce(w.known_price_cents, n.price_before_cents) end) as known_cents
      from wishlist_news n
      join wishlist_items w on w.user_id = n.user_id and w.product_id = n.product_id and w.paid_at is null
      where n.user_id = ${userId} and n.created_at <= ${until}
      group by n.product_id
    ),
    now_so as (
      select news.*, p.price_cents < news.known_cents as is_cheaper, p.image_id,
        was_held and live.id is null as is_free_again,
        case when live.state = 'held' then live.hold_expires_at end as held_until, p.name, p.price_cents, p.condition, p.location
      from news join products p on p.id = news.product_id and ${onSale}
      left join bookings live on live.product_id = p.id and live.state in ('held', 'paid')
        and (live.state = 'paid' or live.hold_expires_at > now())
      where live.buyer_id is distinct from ${userId} and p.seller_id <> ${userId}
    )
    select product_id as "productId", name, price_cents as "priceCents", condition, location,
      case when is_cheaper then known_cents end as "priceBeforeCents",
      is_free_again as "isFreeAgain", held_until as "heldUntil", ${imageColumns}
    from now_so join images i on i.id = now_so.image_id
    where is_cheaper or is_free_again order by at desc, product_id desc`;
}
