import { setTimeout as pause } from 'node:timers/promises';
import { everywhere } from '#contract/delivery/shop-zones.ts';
import { addImage, addProduct, insertRow } from '../builders.ts';
import type { Person } from '../signed-in-people.ts';
import { openHttpSale, type PlannedSale, type ReplyFields } from './http-sale.ts';
import type { KillableShop } from './killable-shop.ts';
import type { AcknowledgedStep } from './lost-steps.ts';
import { drawPlans, needsPermit, shippingCentsOf } from './sale-plans.ts';
import { playSale } from './sale-stories.ts';
import { createStormClient } from './storm-client.ts';
import type { PlayedSale } from './stripe-books.ts';
import { startStripeWebhooks } from './stripe-webhooks.ts';

const salesPerSeller = 15;
/** Within the limit of unpaid bookings per buyer. */
const salesPerBuyer = 6;

export type PlayedSales = ReturnType<typeof startSales>;

/** A product, a seller and a buyer for each plan. */
export async function planSales(
  shop: Pick<KillableShop, 'database' | 'addPeople'>,
  seed: number,
  count: number,
) {
  const { database } = shop;
  const imageId = await addImage(database);
  const sellers = await shop.addPeople('seller', Math.ceil(count / salesPerSeller));
  const buyers = await shop.addPeople('buyer', Math.ceil(count / salesPerBuyer) + 1);
  const [admin] = await shop.addPeople('admin', 1);
  // The remainder keeps the index within the list, and there is one admin.
  const of = (people: readonly (Person | undefined)[], index: number) =>
    people[index % people.length] as Person;
  return Promise.all(
    drawPlans(seed, count).map(async (plan, number): Promise<PlannedSale> => {
      const seller = of(sellers, number);
      const priceCents = 5_000 + plan.extraCents;
      const shippingCents = shippingCentsOf(plan);
      const ships = shippingCents > 0;
      const permit = needsPermit(plan) && { materials: ['pernambuco'], getsPermit: true };
      const listing = { sellerId: seller.id, imageId, priceCents, ships, ...permit };
      const productId = await addProduct(database, listing);
      if (ships) {
        const price = { productId, zoneId: everywhere.id, priceCents: shippingCents };
        await insertRow(database, 'shipping_prices', price);
      }
      const [buyer, stranger] = [of(buyers, number), of(buyers, number + 1)];
      const people = { seller, buyer, stranger, admin: of([admin], 0) };
      return { number, plan, priceCents, shippingCents, productId, ...people };
    }),
  );
}

/**
 * Plays sales by HTTP, `concurrency` at a time, while the sellers open their accounts at Stripe, webhooks come late and twice,
 * and jobs run repeatedly. What is refused although it should not be is a fault; the other sales go on.
 */
export function startSales(
  shop: Pick<KillableShop, 'stripe' | 'time' | 'url'>,
  sales: readonly PlannedSale[],
  concurrency: number,
) {
  const { stripe, time } = shop;
  const client = createStormClient<ReplyFields>(shop.url);
  const hooks = createStormClient<object>(shop.url);
  const webhooks = startStripeWebhooks(stripe, hooks);
  const acknowledged: AcknowledgedStep[] = [];
  const faults: string[] = [];
  const played: PlayedSale[] = [];
  const record = (step: AcknowledgedStep) => void acknowledged.push(step);
  const deps = { client, stripe, webhooks, time, record };
  const hurrying = repeat(400, () => time.hurryJobs());
  // Some requests to Stripe fail, before or after it has done what was asked.
  const failing = repeat(700, () =>
    stripe.fail(Math.random() < 0.5 ? 'disconnect after processing' : { status: 503 }),
  );

  async function play(sale: PlannedSale): Promise<void> {
    const { number, priceCents, shippingCents, productId, seller, plan } = sale;
    try {
      const outcome = await playSale(openHttpSale(sale, deps));
      const terms = { number, priceCents, shippingCents, productId };
      played.push({ ...outcome, ...terms, sellerId: seller.id });
    } catch (error) {
      faults.push(`sale ${number}, ${plan.story}: ${String(error)}`);
    }
  }

  /** Every other seller can be paid only when something has been owed to them for a while. */
  async function openAccount({ email, token }: Person, index: number): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ email });
    await client.sendUntil([200], { method: 'POST', path: '/api/payout-account', body, headers });
    while (index % 2 === 1 && ended() < sales.length / 3) await pause(100);
    const account = [...stripe.connect.accounts.values()].find((one) => one.email === email);
    if (!account) throw new Error(`${email} has no account at Stripe`);
    stripe.connect.finishAccount(account.id);
    webhooks.accountChanged(account.id);
  }

  const ended = () => played.length + faults.length;
  const queue = sales.values();
  const playing = Promise.all([
    ...Array.from({ length: concurrency }, async () => {
      for (const sale of queue) await play(sale);
    }),
    ...[...new Set(sales.map(({ seller }) => seller))].map(openAccount),
  ]);

  return {
    acknowledged,
    /** The end that every sale must have. */
    played,
    faults,
    webhooks,
    /** How many sales are left to clocks and jobs. */
    ended,
    /** Waits until all of them are. */
    playing: async () => void (await playing),
    figures: () => ({
      sales: sales.length,
      acknowledged: acknowledged.length,
      ...client.counts,
      webhooks: hooks.counts.replies,
      transfers: stripe.connect.transfers.size,
    }),
    /** From now on Stripe works, and webhooks are no longer late. */
    async recover(): Promise<void> {
      await failing.stop();
      await webhooks.flush();
    },
    async stop(): Promise<void> {
      await webhooks.flush();
      webhooks.stop();
      await hurrying.stop();
      client.close();
      hooks.close();
    },
  };
}

/**
 * Runs something repeatedly until `stop`, which waits for the last run. A run may fail during an outage; `stop` throws
 * what the last one threw.
 */
function repeat(everyMs: number, work: () => Promise<void> | void) {
  let isStopped = false;
  let last = Promise.resolve();
  const running = (async () => {
    while (!isStopped) {
      await pause(everyMs);
      last = Promise.resolve().then(work);
      await last.catch(() => undefined);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
      await last;
    },
  };
}
