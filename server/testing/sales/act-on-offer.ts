import { toMajorUnits } from '#contract/money/currency.ts';
import { transaction } from '../../database/transaction.ts';
import { answerOffer } from '../../features/offers/answer-offer.ts';
import { makeOffer } from '../../features/offers/make-offer.ts';
import { changeProduct } from '../../features/products/change-product.ts';
import { atOnce, pick } from './at-once.ts';
import { partOf, type SaleAction } from './random-histories.ts';
import type { RunOffer, RunProduct, SaleRun } from './sale-run.ts';
import { deliveryOf, stepHoldHours } from './steps-until-paid.ts';

type OfferAction = Extract<SaleAction, { type: 'offer' | 'answer-offer' | 'reprice' }>;

/** Offers, answers an offer, or changes the price of a product on sale. */
export async function actOnOffer(run: SaleRun, action: OfferAction): Promise<void> {
  if (action.type === 'offer') {
    const product = pick(run.products, action.target);
    return makeRunOffer(run, product, pick(run.buyers, action.buyer), action.part);
  }
  if (action.type === 'reprice') {
    const product = pick(run.products, action.target);
    return reprice(run, product, Math.max(1, partOf(product.priceCents, action.part)));
  }
  if (run.offers.length === 0) return;
  const offer = pick(run.offers, action.target);
  await atOnce(action.times, () => answer(run, offer, action));
}

async function makeRunOffer(
  { deps, offers }: SaleRun,
  product: RunProduct,
  buyer: RunOffer['buyer'],
  part: number,
): Promise<void> {
  const amount = toMajorUnits(partOf(product.priceCents, part));
  const { productId } = product;
  const place = { phone: '555 0199', location: 'the pier' };
  const request = { productId, amount, ...place, ...deliveryOf(product) };
  const made = await transaction(deps.database, (tx) =>
    makeOffer(tx, buyer, request, { at: deps.clock.now() }),
  );
  offers.push({ ...product, buyer, offerId: made.insertedId });
}

async function reprice({ deps }: SaleRun, product: RunProduct, priceCents: number): Promise<void> {
  const change = { id: product.productId, price: toMajorUnits(priceCents), imageDeps: {} as never };
  await transaction(deps.database, (tx) =>
    changeProduct(tx, product.seller, change, deps.clock.now()),
  );
  // Who books from now on reads it.
  product.priceCents = priceCents;
}

/** A counter is in the middle. Accepting makes a sale of the run. */
async function answer(
  { deps, sales }: SaleRun,
  { offerId: id, ...sale }: RunOffer,
  { by, answer: state }: Extract<OfferAction, { type: 'answer-offer' }>,
): Promise<void> {
  const [offer] = await deps.database.sql<{ amounts: number[]; listed: number }[]>`
    select amounts_cents as amounts, listed_cents as listed from offers where id = ${id}`;
  const amounts = offer?.amounts ?? [];
  const last = amounts.at(-1) ?? 0;
  const middle = Math.round((last + (amounts.at(-2) ?? offer?.listed ?? 0)) / 2);
  const cents = state === 'countered' ? middle : last;
  const isSellersTurn = (amounts.length % 2 === 1) === (state !== 'withdrawn');
  const side = by === 'turn' ? (isSellersTurn ? 'seller' : 'buyer') : by;
  const { commission } = sale;
  const { modifiedCount, bookingId } = await transaction(deps.database, (tx) =>
    answerOffer(
      tx,
      sale[side].id,
      { id, state, amount: toMajorUnits(cents) },
      { at: deps.clock.now(), holdHours: stepHoldHours, commission },
    ),
  );
  if (modifiedCount === 1 && bookingId) sales.push({ ...sale, priceCents: cents, bookingId });
}
