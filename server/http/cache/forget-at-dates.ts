import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { postsAt, shopAt } from '../../core/shop-at.ts';

const checkIntervalMs = 60_000;

/** Removes cached pages on the day from which the shop shows something else, such as a post of its blog. */
export function forgetAtDates(
  app: FastifyInstance,
  {
    shop,
    clock,
    responseCache,
  }: { shop: LoadedShop; clock: Clock; responseCache: { forgetAll: () => void } },
): void {
  const shownNow = () => {
    const now = clock.now();
    return JSON.stringify([shopAt(shop, now), postsAt(shop, now).map(({ name }) => name)]);
  };
  let shown = shownNow();
  const timer = setInterval(() => {
    const before = shown;
    shown = shownNow();
    if (shown !== before) responseCache.forgetAll();
  }, checkIntervalMs).unref();
  app.addHook('onClose', () => clearInterval(timer));
}
