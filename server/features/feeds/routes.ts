import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { calls } from '#contract/calls.ts';
import { inLanguage } from '#contract/language.ts';
import { localizedPath, paths } from '#contract/page-paths.ts';
import { storedText } from '#contract/shop/owned-text.ts';
import { msg } from '#contract/text.ts';
import { placeOfAddress } from '../../core/client-place.ts';
import type { Clock } from '../../core/clock.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { Problem } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Database } from '../../database/connection.ts';
import { createLongReplies, longReplyRate } from '../../http/api/long-replies.ts';
import { parseInput } from '../../http/api/parse-input.ts';
import { entityTag, isUnchanged } from '../../http/cache/entity-tag.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { createMatchDeps } from '../search/matching/match-deps.ts';
import { searchProducts } from '../search/results/search-products.ts';
import { digestFeed, readFeedRows } from './feed-rows.ts';
import { merchantFeed, type Reader } from './merchant-feed.ts';
import { searchAtom } from './search-atom.ts';

export interface FeedDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  shop: Pick<LoadedShop, 'public'>;
  languages: readonly LoadedLanguage[];
  /** Whether guests may see all that is on sale. */
  openCatalogue: boolean;
  /** What addresses of the feeds for merchants must have as `token`; undefined when everybody may read them. */
  feedToken?: string | undefined;
}

const readers: readonly Reader[] = ['google', 'meta'];
const rss = 'application/rss+xml; charset=utf-8';
const atom = 'application/atom+xml; charset=utf-8';
/** So many can be sent to one place at a time, which may be a proxy. */
const feedsPerPlace = 3;
/** For so long a feed is known to be unchanged without reading it. */
const digestMs = 60_000;

/**
 * The feeds of what is on sale: `/feeds/google.xml` and `/feeds/meta.xml` for merchants, and `/search.atom` of a search for
 * people, which takes what the search takes.
 */
export function serveFeeds(app: FastifyInstance, deps: FeedDeps): void {
  const states = feedStates(deps);
  const longReplies = createLongReplies({});
  let turn = 0;
  for (const reader of readers) {
    app.get(
      `/feeds/${reader}.xml`,
      { config: { rateLimit: longReplyRate } },
      async (request, reply) => {
        requireToken(deps, request);
        const { etag, since } = await states(reader);
        reply
          .type(rss)
          .header('etag', etag)
          .header('last-modified', new Date(since).toUTCString())
          .header('cache-control', deps.feedToken ? 'private, no-cache' : 'public, max-age=300');
        if (isFresh(request, etag, since)) return reply.code(304).send();
        if (request.method === 'HEAD') return reply.send();
        turn = (turn + 1) % feedsPerPlace;
        return longReplies.send(`${placeOfAddress(request.ip)} ${turn}`, reply, async () =>
          piecesOf(deps, reader),
        );
      },
    );
  }
  const searching = {
    ...createMatchDeps({ sql: deps.database.readSql, clock: deps.clock }),
    reader: { sql: deps.database.readSql, pictureOf: createPictureOf(deps) },
  };
  for (const language of deps.languages) {
    app.get(`${language.prefix}/search.atom`, async (request, reply) => {
      const query = queryOf(request);
      const found = await searchProducts(
        searching,
        // What comes close in other words is not news.
        { ...query, exact: '1', sort: 'newest', cursor: undefined },
        { viewer: null, onlyAdvertised: !deps.openCatalogue },
      );
      const { name: shopName } = deps.shop.public;
      const body = inLanguage(language.i18n, () =>
        searchAtom({
          query,
          items: found.items.filter(({ close }) => !close),
          shopName,
          origin: deps.origin(),
          language,
          address: request.url,
          page: localizedPath(language.prefix, paths.search()) + searchOf(request),
        }),
      );
      const etag = entityTag(body);
      reply.type(atom).header('etag', etag).header('cache-control', 'public, max-age=300');
      return isFresh(request, etag) ? reply.code(304).send() : reply.send(body);
    });
  }
}

/** @throws Problem not-found, so that a closed catalogue does not say that there are feeds */
function requireToken({ feedToken, openCatalogue }: FeedDeps, request: FastifyRequest): void {
  const none = () => new Problem('not-found', msg`There is no such feed`);
  if (feedToken === undefined) {
    if (!openCatalogue) throw none();
    return;
  }
  const { data } = z.object({ token: z.string().max(500) }).safeParse(request.query);
  const digestOf = (text: string) => hash('sha256', text, 'buffer');
  if (!data || !timingSafeEqual(digestOf(data.token), digestOf(feedToken))) throw none();
}

interface FeedState {
  etag: string;
  /** When this server first saw the feed as it is now, in whole seconds. */
  since: number;
}

/** The state of each feed, read at most once a minute, by requests that come together once. */
function feedStates({ database, clock, shop, origin, languages }: FeedDeps) {
  let read: { at: number; digest: Promise<string> } | undefined;
  const states = new Map<Reader, FeedState>();
  const made = () => JSON.stringify([shop.public, origin(), languages[0]?.tag]);
  return async (reader: Reader): Promise<FeedState> => {
    const now = clock.now().getTime();
    if (!read || now - read.at >= digestMs || now < read.at) {
      const digest = digestFeed(database.readSql);
      read = { at: now, digest };
      digest.catch(() => {
        read = undefined;
      });
    }
    const etag = entityTag(`${reader} ${await read.digest} ${made()}`);
    const before = states.get(reader);
    if (before?.etag === etag) return before;
    const state = { etag, since: Math.floor(now / 1_000) * 1_000 };
    states.set(reader, state);
    return state;
  };
}

/** Whether the reader has this state. A tag decides, where there is one (RFC 9110, 13.2.2). */
function isFresh({ headers }: FastifyRequest, etag: string, since?: number): boolean {
  const { 'if-none-match': tag, 'if-modified-since': date } = headers;
  if (tag !== undefined) return isUnchanged(tag, etag);
  return since !== undefined && date !== undefined && since <= Date.parse(date);
}

function piecesOf(deps: FeedDeps, reader: Reader): AsyncIterable<string> {
  const { shop, languages, origin } = deps;
  const [first] = languages;
  const { name: shopName, tagline } = shop.public;
  return merchantFeed(
    readFeedRows(deps.database.readSql),
    {
      reader,
      shopName,
      description: tagline ? storedText(tagline) : shopName,
      origin: origin(),
      pictureOf: createPictureOf(deps),
    },
    (say) => (first ? inLanguage(first.i18n, say) : say()),
  );
}

/** What the page of a search takes. As there, what is no field of a search is not read. @throws Problem bad-input naming the fields */
function queryOf(request: FastifyRequest) {
  const { query } = calls.searchProducts;
  const sent = Object.entries(request.query as Record<string, unknown>);
  const known = sent.filter(([name]) => Object.hasOwn(query.shape, name));
  return parseInput(query, Object.fromEntries(known));
}

function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
