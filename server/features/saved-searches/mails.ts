import type { Condition } from '#contract/constants.ts';
import { formatList } from '#contract/isolate.ts';
import { paths } from '#contract/page-paths.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import type { SavedQuery } from '#contract/search/saved-searches.ts';
import { t } from '#contract/text.ts';
import { formatTime } from '../../core/format-time.ts';
import { type ImageColumns, imageColumns } from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';
import { type NewsMailDeps, type NewsReader, newsMails } from '../alerts/news-mail.ts';
import { type MailContent, type MailPhoto, moneyText } from '../mails/mail-content.ts';
import { mailPhoto } from '../mails/mail-photo.ts';
import { onSale } from '../products/product-row.ts';
import type { MatchDeps } from '../search/matching/match-deps.ts';
import { findListedSince } from '../search/results/find-listed-since.ts';
import { queryOf } from './list-saved-searches.ts';

/** How many new instruments of one search a mail lists, and of how many searches. */
const listedOfSearch = 4;
const listedSearches = 8;

type Deps = NewsMailDeps & { matching: MatchDeps };

export const searchMails = newsMails<'news-searches', Deps>('news-searches', readSearchNews);

interface SearchRow {
  name: string;
  query: SavedQuery;
  mailedUntil: Date;
}

interface NewMatches {
  name: string;
  query: SavedQuery;
  ids: string[];
  /** Whether there are more than those. */
  hasMore: boolean;
}

/**
 * The mail about what was listed since the last one and matches saved searches, by the search itself. An instrument that
 * matches two of them is listed once. A search that fails is left out.
 * @returns undefined when nothing is left
 * @throws AggregateError when searches failed and the others have nothing, so that the mail is composed again later
 */
async function readSearchNews(
  { matching, report, ...photoDeps }: Deps,
  { userId, until }: NewsReader,
) {
  const { sql } = matching.reader;
  const searches = await sql<SearchRow[]>`
    select name, query, mailed_until as "mailedUntil" from saved_searches
    where user_id = ${userId} and has_alert and mailed_until < ${until} order by id desc`;
  const { found, failures } = await findNewMatches(matching, { userId, until }, searches);
  const listed = found.slice(0, listedSearches);
  const instruments = await readInstruments(
    sql,
    listed.flatMap(({ ids }) => ids),
  );
  if (instruments.length === 0 && failures.length > 0) {
    throw new AggregateError(failures, t`Some searches for a mail failed`);
  }
  if (instruments.length === 0) return undefined;
  failures.forEach(report);
  const news = {
    instruments: instruments.map((one) => ({ ...one, photo: mailPhoto(photoDeps, one) })),
    searches: found,
    hasMore: found.length > listed.length || listed.some((one) => one.hasMore),
  };
  return (shop: string) => searchNewsContentOf(news, shop);
}

/** What a mail about new matches tells. There is one instrument at least. */
export interface FoundNews {
  instruments: readonly (NewInstrument & { photo: MailPhoto })[];
  searches: readonly { name: string; query: SavedQuery; ids: readonly string[] }[];
  /** Whether there are more new matches than these. */
  hasMore: boolean;
}

/** @param shop address of the shop for links, without a slash at the end */
export function searchNewsContentOf(found: FoundNews, shop: string): MailContent {
  const { instruments, searches } = found;
  const [only, second] = searches;
  const nameOf = (id: string) => searches.find(({ ids }) => ids.includes(id))?.name;
  return {
    subject: subjectOf(found),
    paragraphs: [introductionOf(found)],
    instruments: instruments.map((one) => ({
      name: one.name,
      price: moneyText(one.priceCents),
      photo: one.photo,
      link: shop + paths.product(one.id),
      note: noteOf(one, second && nameOf(one.id)),
    })),
    step:
      only && !second
        ? { label: t`See all of them`, link: shop + addressOf(only.query) }
        : { label: t`See your saved searches`, link: shop + paths.savedSearches() },
    reason: t`You are getting this email because of a saved search. We send at most one a day.`,
  };
}

async function findNewMatches(
  matching: MatchDeps,
  { userId, until }: NewsReader,
  searches: readonly SearchRow[],
): Promise<{ found: NewMatches[]; failures: unknown[] }> {
  const found: NewMatches[] = [];
  const failures: unknown[] = [];
  const known = new Set<string>();
  for (const { name, query, mailedUntil } of searches) {
    const matches = await findListedSince(matching, queryOf(query), {
      listedSince: { afterMs: mailedUntil.getTime(), userId },
      until,
      count: listedOfSearch + 1,
    }).catch((error: unknown) => {
      failures.push(error);
      return [];
    });
    const ids = matches.slice(0, listedOfSearch).map(({ id }) => id);
    const fresh = ids.filter((id) => !known.has(id));
    for (const id of fresh) known.add(id);
    const hasMore = matches.length > listedOfSearch;
    if (fresh.length > 0) found.push({ name, query, ids: fresh, hasMore });
  }
  return { found, failures };
}

interface NewInstrument {
  id: string;
  name: string;
  priceCents: number;
  condition: Condition;
  location: string;
  heldUntil: Date | null;
}

function readInstruments(
  sql: Sql,
  ids: readonly string[],
): Promise<(NewInstrument & ImageColumns)[]> {
  return sql<(NewInstrument & ImageColumns)[]>`
    select p.id, p.name, p.price_cents as "priceCents", p.condition, p.location,
      (select hold_expires_at from bookings b
        where b.product_id = p.id and b.state = 'held' and b.hold_expires_at > now()) as "heldUntil",
      ${imageColumns}
    from unnest(${ids}::uuid[]) with ordinality as found (id, position)
    join products p on p.id = found.id and ${onSale}
    join images i on i.id = p.image_id
    order by position`;
}

function subjectOf({ instruments, searches, hasMore }: FoundNews): string {
  const [only, second] = instruments;
  if (only && !second && !hasMore) return t`New in the shop: ${{ name: only.name }}`;
  const count = instruments.length;
  const name = searches[0]?.name;
  if (searches.length === 1) {
    return hasMore ? t`More than ${count} new for “${name}”` : t`${count} new for “${name}”`;
  }
  return hasMore
    ? t`More than ${count} new for your saved searches`
    : t`${count} new for your saved searches`;
}

function introductionOf({ instruments, searches }: FoundNews): string {
  const name = searches[0]?.name;
  const count = searches.length;
  if (count === 1) {
    return instruments.length === 1
      ? t`An instrument that matches your saved search “${name}” has just come in.`
      : t`Instruments that match your saved search “${name}” have just come in.`;
  }
  return instruments.length === 1
    ? t`An instrument that matches ${count} of your saved searches has just come in.`
    : t`Instruments that match ${count} of your saved searches have just come in.`;
}

/** @param search the name of the saved search, when there are several */
function noteOf({ condition, location, heldUntil }: NewInstrument, search: string | undefined) {
  return [
    formatList([conditionNames[condition], location]),
    ...(heldUntil ? [t`on hold until ${{ time: formatTime(heldUntil) }}`] : []),
    ...(search === undefined ? [] : [t`for “${search}”`]),
  ].join(' · ');
}

function addressOf(query: SavedQuery): string {
  return paths.search(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
}
