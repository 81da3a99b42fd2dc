import { setupI18n } from '@lingui/core';
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { inLanguage } from '#contract/language.ts';
import type { RenderedPage, RenderPage } from '#contract/shop/page.ts';
import { createClient } from './api/client.ts';
import { CallFailure } from './api/failures.ts';
import { guestTransport } from './api/guest-transport.ts';
import { pageQueryClient } from './api/query-client.ts';
import { AppProviders } from './frame/AppProviders.tsx';
import type { PageRefusal, PageState } from './hydration/page-state.ts';
import { unknownIdentity } from './identity/identity.ts';
import { loadPages, shopRoutes } from './router.tsx';
import { failureHead } from './routing/failure-view.ts';
import type { Head } from './routing/head.ts';
import { headHtml } from './routing/head-html.ts';
import { notFoundHead } from './routing/NotFoundPage.tsx';
import { headOf, pageDefinitionOf } from './routing/page-definition.ts';
import { setCurrentShop } from './ui/current-shop.ts';

await loadPages();

/**
 * Renders a page for a guest. A refused read becomes its error page: 404 when nothing exists, 503 when the shop
 * cannot answer. Throws on faults of our own. Nothing created here outlives the call.
 */
export const renderPage: RenderPage = async ({
  path,
  origin,
  read,
  shop,
  language,
  signInWays,
}) => {
  setCurrentShop(shop);
  const queryClient = pageQueryClient(createClient(guestTransport(read)));
  const handler = createStaticHandler(
    shopRoutes({
      queryClient,
      firstDataTimeoutMs: Number.POSITIVE_INFINITY,
      signedInAs: () => null,
      isReturning: () => false,
      language: language.tag,
    }),
    { basename: language.prefix || '/' },
  );
  const i18n = setupI18n({ locale: language.tag, messages: { [language.tag]: language.texts } });
  const context = await handler.query(new Request(origin + path));
  if (context instanceof Response) return redirectOf(context);

  // Once more: another page may have been rendered during the reads, in tests that of another shop.
  setCurrentShop(shop);
  const failure = refusalIn(context);
  const state: PageState = {
    site: { origin, renderedAtMs: Date.now(), signInWays },
    queries: dehydrate(queryClient),
    failure,
  };
  return inLanguage(i18n, () => {
    const head = headIn(context, failure, queryClient, origin);
    return {
      status:
        failure === null ? (head.status ?? 200) : failure.status >= 500 ? 503 : failure.status,
      head: headHtml(head, origin),
      body: renderToString(
        <AppProviders identity={unknownIdentity} queryClient={queryClient} site={state.site}>
          <StaticRouterProvider
            context={context}
            hydrate={false}
            router={createStaticRouter(handler.dataRoutes, context)}
          />
        </AppProviders>,
      ),
      state,
      modules: failure === null ? lazyModules(context) : [],
    };
  });
};

/** The modules of the page and its layout, which are the ids of their routes. */
function lazyModules({ matches }: StaticHandlerContext): string[] {
  const [_layout, ...pages] = matches;
  return pages.map(({ route }) => route.id);
}

function planIn(context: StaticHandlerContext) {
  const route = context.matches.at(-1)?.route;
  return route && pageDefinitionOf(route);
}

function headIn(
  context: StaticHandlerContext,
  failure: PageRefusal | null,
  queryClient: QueryClient,
  origin: string,
): Head {
  if (failure !== null) return failure.status === 404 ? notFoundHead : failureHead;
  const params = context.matches.at(-1)?.params ?? {};
  const plan = planIn(context);
  const search = new URLSearchParams(context.location.search);
  const head = plan && headOf(plan, { params, search, queryClient, origin });
  if (!head) throw new Error(`The route ${context.matches.at(-1)?.route.id} has no head`);
  return head;
}

/** The refusal that the page was rendered with, null when there was none. */
function refusalIn({ errors }: StaticHandlerContext): PageRefusal | null {
  const [routeId, failure] = Object.entries(errors ?? {})[0] ?? [];
  if (routeId === undefined) return null;
  if (!(failure instanceof CallFailure)) throw failure;
  return { routeId, status: failure.status, detail: failure.message };
}

function redirectOf(response: Response): RenderedPage {
  return {
    status: response.status,
    location: response.headers.get('location') ?? '/',
    head: '',
    body: '',
    state: null,
    modules: [],
  };
}
