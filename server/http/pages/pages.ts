import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#contract/escape-html.ts';
import type { IdentityWays } from '#contract/identity/identity.ts';
import { localizedPath } from '#contract/page-paths.ts';
import { isMeasured } from '#contract/shop/analytics.ts';
import { type PageRequest, ReadFailure } from '#contract/shop/page.ts';
import type { Clock } from '../../core/clock.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { shopAt } from '../../core/shop-at.ts';
import { type LoadedLanguage, nearestLanguage } from '../../core/shop-language.ts';
import type { BoundCalls } from '../api/bound-calls.ts';
import type { Exchange } from '../api/handlers.ts';
import { asProblem, logProblem } from '../api/problem-reply.ts';
import {
  type CachedResponse,
  makeCachedResponse,
  type ResponseCache,
} from '../cache/response-cache.ts';
import { sendCachedResponse } from '../cache/send-response.ts';
import type { PageSource } from './page-source.ts';
import { shopHead } from './shop-head.ts';

export interface PagesDeps {
  source: PageSource;
  shop: LoadedShop;
  clock: Clock;
  /** The Content-Security-Policy of pages on which a service may count visits, when the shop has one. */
  measuredPolicy?: string | undefined;
  languages: readonly LoadedLanguage[];
  calls: BoundCalls;
  responseCache: ResponseCache;
  /** Public address of the shop. */
  origin: () => string;
  /** The ways to sign in, for the pages that ask people to. */
  signInWays: IdentityWays | undefined;
}

/**
 * Serves a page for every other address. All visitors get the same HTML, because only their browser knows who they are, so
 * pages without a query are cached like the public reads that they show.
 */
export function servePages(app: FastifyInstance, deps: PagesDeps): void {
  app.get('/*', async (request, reply) => {
    const moved = movedAddress(request.url, deps);
    if (moved !== undefined) return reply.redirect(moved, 308);
    try {
      const make = () => makePage(deps, request, reply);
      // A query may hold a secret, such as the token of a reset link, and anyone can think of a new one.
      const page = request.url.includes('?')
        ? makeCachedResponse(await make())
        : await deps.responseCache.getOrMake(request.url, make);
      return await sendPage(page, request, reply);
    } catch (error) {
      request.log.error({ err: withoutAddress(error, request.url) }, 'Could not render a page');
      return reply
        .code(500)
        .type(html)
        .header('cache-control', 'no-store')
        .send(errorPage(deps.shop.public.name, request.id));
    }
  });
}

/** A mail program sends 26 bytes, a form of ours a few more. */
const formBytes = 4_096;

/**
 * Serves the form of a page that works without scripts, at the address of the page: does what it says, then sends the page as
 * it is now. Without a redirect, because the request may come from a mail program (RFC 8058), which follows none.
 * @param submit gets the token of the address, and the form's fields when they are URL-encoded
 */
export function servePageForm(
  app: FastifyInstance,
  deps: PagesDeps,
  {
    path,
    submit,
  }: { path: string; submit: (token: string, form: URLSearchParams) => Promise<void> },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Querystring: { token?: unknown } }>(path, async (request, reply) => {
      const { token } = request.query;
      const isForm = request.headers['content-type']?.startsWith(urlEncoded) === true;
      const fields = isForm && typeof request.body === 'string' ? request.body : '';
      if (typeof token === 'string') await submit(token, new URLSearchParams(fields));
      return sendPage(makeCachedResponse(await makePage(deps, request, reply)), request, reply);
    });
  });
}

const urlEncoded = 'application/x-www-form-urlencoded';

const html = 'text/html; charset=utf-8';

async function makePage(deps: PagesDeps, request: FastifyRequest, reply: FastifyReply) {
  const { read, tags } = readAsGuest(deps.calls, { request, reply });
  const { source, origin, signInWays, shop } = deps;
  const language = languageOf(request.url, deps);
  const shown = shopAt(shop, deps.clock.now());
  const page = await source.render({
    path: request.url,
    origin: origin(),
    read,
    signInWays,
    language,
    scripts: language.scripts,
    shop: shown,
    shopHead: shopHead({ ...shop, public: shown }, language),
  });
  const headers: Record<string, string> = { 'content-type': html };
  if (deps.measuredPolicy && isMeasured(request.url.slice(language.prefix.length))) {
    headers['content-security-policy'] = deps.measuredPolicy;
  }
  if (page.location !== undefined) headers.location = page.location;
  if (page.status === 503) headers['retry-after'] = '2';
  const { status, html: body } = page;
  return { status, body, headers, tags: [...tags], route: '/*' };
}

/**
 * The target of an address that names a language otherwise than the shop does (`/DE`, `/de-AT`, the first one, which
 * has no prefix), or has slashes or backslashes in a row, which a browser takes for the name of another host.
 */
function movedAddress(url: string, { languages }: PagesDeps): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  const tidy = path.replaceAll(/[/\\]+/g, '/');
  const [, tag = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(tidy) ?? [];
  const language = languageTagged(tag, languages);
  const moved =
    language && `/${tag}` !== language.prefix ? localizedPath(language.prefix, rest) : tidy;
  return moved === path ? undefined : moved + query;
}

const regionalTag = /^[a-z]{2,3}(?:[-_](?:[a-z]{4}[-_])?(?:[a-z]{2}|[0-9]{3}))?$/i;

/** The language of the shop that a tag names, in any case, or that is the nearest to that of a region. */
function languageTagged(tag: string, languages: PagesDeps['languages']) {
  const named = languages.find((one) => one.tag.toLowerCase() === tag.toLowerCase());
  if (named || !regionalTag.test(tag)) return named;
  return nearestLanguage(languages, tag.replaceAll('_', '-'));
}

/** By the prefix of the address. */
function languageOf(url: string, { languages }: PagesDeps): LoadedLanguage {
  const [, first] = /^(\/[^/?]*)/.exec(url) ?? [];
  const language = languages.find(({ prefix }) => prefix === first) ?? languages[0];
  if (!language) throw new Error('The shop has no language');
  return language;
}

function sendPage(page: CachedResponse, request: FastifyRequest, reply: FastifyReply) {
  if (page.headers.location === undefined) return sendCachedResponse(page, request, reply);
  return reply.code(page.status).header('location', page.headers.location).send();
}

/** Routers quote the address in their messages, and it can hold personal data. */
function withoutAddress(error: unknown, address: string): unknown {
  if (!(error instanceof Error) || !error.message.includes(address)) return error;
  const message = error.message.replaceAll(address, '(address)');
  return Object.assign(new Error(message), { name: error.name, stack: error.stack });
}

/** Sent when the error page of the web cannot be rendered either. */
const errorPage = (shopName: string, requestId: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Something went wrong | ${escapeHtml(shopName)}</title>
<h1>Something went wrong on our side</h1>
<p>It has been noted. Please load the page again in a moment. Quote this number: ${requestId}</p>
`;

/** Makes the calls of a page while the server renders it, and collects their cache tags. */
interface GuestReads {
  read: PageRequest['read'];
  tags: ReadonlySet<string>;
}

/** The cursor in the header `Link` of a list (`nextPageLink`), null at its end. */
function nextCursorIn({ link }: Readonly<Record<string, string>>): string | null {
  const next = link && /<([^<>]*)>/.exec(link)?.[1];
  return next ? new URL(next, 'http://shop.invalid').searchParams.get('cursor') : null;
}

/** Makes public calls as a guest, without the network. A refusal becomes a `ReadFailure`. */
function readAsGuest(calls: BoundCalls, exchange: Exchange): GuestReads {
  const tags = new Set<string>();
  return {
    tags,
    async read(name, input) {
      const found = calls.get(name);
      if (found?.call.who !== 'everybody' || found.call.method !== 'GET') {
        throw new ReadFailure(401, 'Sign in to continue');
      }
      try {
        const parsed = found.parse(input as object);
        const { body, headers } = await found.perform(parsed, exchange, { caller: null });
        for (const tag of found.tagsOf?.(parsed) ?? []) tags.add(tag);
        // The page gets what a client would get: only the contract's fields.
        return { reply: JSON.parse(body), nextCursor: nextCursorIn(headers) };
      } catch (error) {
        const problem = asProblem(error);
        logProblem(problem, exchange.request);
        throw new ReadFailure(problem.status, problem.message, exchange.request.id);
      }
    },
  };
}
