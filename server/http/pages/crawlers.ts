import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { paths } from '#contract/page-paths.ts';
import type { ShopLanguage } from '#contract/shop/shop.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';

export interface SitemapProduct {
  id: string;
  listedAt: Date;
}

export interface CrawlersDeps {
  clock: Clock;
  /** The contact for security problems: a `mailto:` or `https:` address. Undefined when the operator gave none. */
  securityContact: string | undefined;
  /** Public address of the shop. */
  origin: () => string;
  /** Each has its own sitemaps; the first has no prefix. */
  languages: readonly ShopLanguage[];
  /** Paths of the pages that do not depend on what is on sale. */
  fixedPaths: () => readonly string[];
  /** The first id of each part of `size` products, newest part first. */
  findSitemapParts: (size: number) => Promise<string[]>;
  /** At most `count` products on sale, from this id on, newest first. */
  listForSitemap: (part: { from: string; count: number }) => Promise<SitemapProduct[]>;
  /** The first id of each part of `size` sellers. */
  findSellerParts: (size: number) => Promise<string[]>;
  /** The ids of the sellers with something on sale among the `count` sellers from this id on. */
  listSellersForSitemap: (part: { from: string; count: number }) => Promise<string[]>;
  /** The paths of the pages of kinds, makers and categories; undefined where guests may not see what is on sale. */
  listBrowsePaths: (() => Promise<string[]>) | undefined;
}

/** The maximum of addresses in one file (sitemaps.org). */
const partSize = 50_000;
/** Short, so that withdrawn products disappear soon; long enough to protect the database from repeated requests. */
const cacheMs = 60_000;
/** Few, because a file of 50,000 addresses takes 6 MB and any id names a part. */
const cachedFiles = 8;

/**
 * `robots.txt`, a sitemap in parts (an index, the fixed pages, those of kinds and makers, and products and sellers in files of 50,000), the address at which
 * password managers look for the page where a password is changed (W3C, "A Well-Known URL for Changing Passwords"), and
 * `security.txt` when there is a contact: without one it would be invalid.
 */
export function serveCrawlers(app: FastifyInstance, deps: CrawlersDeps): void {
  const cached = cacheForAMinute();
  const index = () => cached('index', async () => sitemapIndex(deps, await partIds(deps)));
  const part = (name: string, { prefix }: ShopLanguage) =>
    cached(prefix + name, () =>
      sitemapPart({ ...deps, origin: () => deps.origin() + prefix }, name),
    );

  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', hourly).send(robots(deps)),
  );
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.redirect(paths.profile(), 303),
  );
  if (deps.securityContact !== undefined) {
    const file = securityTxt({ ...deps, contact: deps.securityContact });
    app.get('/.well-known/security.txt', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', hourly).send(file()),
    );
  }
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type(xml)
      .header('cache-control', briefly)
      .send(await index()),
  );
  app.get<{ Params: { name: string } }>('/sitemap-:name.xml', async ({ params }, reply) => {
    const { tag, part: name } = partName.exec(params.name)?.groups ?? {};
    const language = findLanguage(deps, tag);
    const isKnown = name !== browsePart || deps.listBrowsePaths !== undefined;
    if (!name || !language || !isKnown)
      throw new Problem('not-found', msg`There is no such sitemap`);
    return reply
      .type(xml)
      .header('cache-control', briefly)
      .send(await part(name, language));
  });
}

const xml = 'application/xml; charset=utf-8';
const hourly = 'public, max-age=3600';
const briefly = 'public, max-age=60';
const pagesPart = 'pages';
const sellersPart = 'sellers-';
const browsePart = 'instruments';
const partName =
  /^(?:(?<tag>[a-zA-Z\d-]+)\.)?(?<part>pages|instruments|(sellers-)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Shares a result among concurrent requests and caches it for a minute; failures are not cached. */
function cacheForAMinute() {
  const cache = new LRUCache<string, Promise<string>>({ max: cachedFiles, ttl: cacheMs });
  return (key: string, make: () => Promise<string>): Promise<string> => {
    const known = cache.get(key);
    if (known) return known;
    const made = make();
    cache.set(key, made);
    made.catch(() => cache.delete(key));
    return made;
  };
}

/** The first language is named by nothing, the others by their tags. */
function findLanguage({ languages }: CrawlersDeps, tag: string | undefined) {
  return languages.find((language) =>
    tag === undefined ? language.prefix === '' : language.prefix !== '' && language.tag === tag,
  );
}

function robots({ origin, languages }: CrawlersDeps): string {
  const dashboards = languages.map(({ prefix }) => `Disallow: ${prefix}${paths.dashboard()}`);
  return `User-agent: *
Disallow: /api/
${dashboards.join('\n')}
Allow: /

Sitemap: ${origin()}/sitemap.xml
`;
}

const securityTxtDays = 180;

/** RFC 9116. It may be valid for less than a year; each day it is that of the day. */
function securityTxt({ origin, clock, contact }: CrawlersDeps & { contact: string }) {
  return () => {
    const dayMs = 86_400_000;
    const today = Math.floor(clock.now().getTime() / dayMs);
    const expires = new Date((today + securityTxtDays) * dayMs).toISOString();
    return `Contact: ${contact}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${origin()}/.well-known/security.txt
`;
  };
}

async function partIds(deps: CrawlersDeps): Promise<string[]> {
  const products = await deps.findSitemapParts(partSize);
  const sellers = await deps.findSellerParts(partSize);
  return [
    pagesPart,
    ...(deps.listBrowsePaths ? [browsePart] : []),
    ...products,
    ...sellers.map((id) => sellersPart + id),
  ];
}

function sitemapIndex({ origin, languages }: CrawlersDeps, names: readonly string[]): string {
  const files = languages.flatMap(({ tag, prefix }) =>
    names.map((name) => {
      const file = prefix === '' ? name : `${tag}.${name}`;
      return `<sitemap><loc>${origin()}/sitemap-${file}.xml</loc></sitemap>`;
    }),
  );
  return `${declaration}<sitemapindex xmlns="${namespace}">\n${files.join('\n')}\n</sitemapindex>\n`;
}

async function sitemapPart(deps: CrawlersDeps, name: string): Promise<string> {
  const urls = await urlsOf(deps, name);
  return `${declaration}<urlset xmlns="${namespace}">\n${urls.join('\n')}\n</urlset>\n`;
}

async function urlsOf(deps: CrawlersDeps, name: string): Promise<string[]> {
  if (name === pagesPart) return pagesAt(deps, deps.fixedPaths());
  if (name === browsePart) return pagesAt(deps, await deps.listBrowsePaths?.());
  if (!name.startsWith(sellersPart)) return listedProducts(deps, name);
  const from = name.slice(sellersPart.length);
  const ids = await deps.listSellersForSitemap({ from, count: partSize });
  return ids.map((id) => `<url><loc>${deps.origin()}${paths.seller(id)}</loc></url>`);
}

function pagesAt({ origin }: CrawlersDeps, paths: readonly string[] = []): string[] {
  return paths.slice(0, partSize).map((path) => `<url><loc>${origin()}${path}</loc></url>`);
}

async function listedProducts(
  { origin, listForSitemap }: CrawlersDeps,
  from: string,
): Promise<string[]> {
  const products = await listForSitemap({ from, count: partSize });
  return products.map(
    ({ id, listedAt }) =>
      `<url><loc>${origin()}${paths.product(id)}</loc><lastmod>${listedAt.toISOString().slice(0, 10)}</lastmod></url>`,
  );
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
