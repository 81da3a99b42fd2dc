import type { FulfilmentState } from '#contract/bookings/states.ts';
import { saleTimes } from '#contract/constants.ts';
import type { HttpSale } from './http-sale.ts';
import type { StoryName } from './sale-plans.ts';

/** The end that a sale must have. */
export interface SaleOutcome {
  /** Null for a booking that was never paid in time. */
  state: Extract<FulfilmentState, 'completed' | 'returned' | 'cancelled'> | null;
  /** What the buyer has back in the end. */
  refundCents: number;
}

/** Plays a sale until only clocks and jobs are left. @returns how it has to end */
export async function playSale(sale: HttpSale): Promise<SaleOutcome> {
  const { story } = sale.plan;
  await sale.book();
  if (story !== 'charged too late') await sale.pay();
  return stories[story](sale);
}

const stories: Record<StoryName, (sale: HttpSale) => Promise<SaleOutcome>> = {
  async kept(sale) {
    await receive(sale);
    return passWindow(sale);
  },

  async 'met after all'(sale) {
    await sale.take('buyer', 'meet');
    await sale.take('seller', 'do-not-meet');
    await sale.take('seller', 'meet');
    await sale.take('buyer', 'meet');
    await sale.handOver();
    await sale.pass(7);
    return { state: 'completed', refundCents: sale.shippingCents };
  },

  async approved(sale) {
    await receive(sale);
    await sale.take('buyer', 'approve');
    return { state: 'completed', refundCents: 0 };
  },

  async 'given back by code'(sale) {
    await receive(sale);
    await sale.take('buyer', 'ask-return');
    await sale.take('seller', 'accept-return');
    await sale.giveBackByCode();
    return returned(sale);
  },

  async 'taken back by the seller'(sale) {
    await receive(sale);
    await sale.take('buyer', 'ask-return');
    await sale.take('seller', 'accept-return');
    await sale.take('seller', 'give-back');
    return returned(sale);
  },

  async 'accepted by the clock'(sale) {
    await receive(sale);
    await sale.take('buyer', 'ask-return');
    await sale.pass(7);
    await sale.until('accepted by the clock', (booking) => booking.return?.state === 'accepted');
    await sale.take('seller', 'give-back');
    return returned(sale);
  },

  async 'refunded without return'(sale) {
    await receive(sale);
    await sale.take('buyer', 'ask-return');
    await sale.take('seller', 'give-back');
    return returned(sale);
  },

  async lapsed(sale) {
    await receive(sale);
    await sale.take('buyer', 'ask-return');
    await sale.take('seller', 'accept-return');
    await sale.pass(21);
    await sale.until('lapsed', (booking) => booking.return?.state === 'lapsed');
    await sale.pass(7);
    return { state: 'completed', refundCents: 0 };
  },

  async contested(sale) {
    await receive(sale);
    await sale.take('buyer', 'ask-return');
    await sale.take('seller', 'contest-return');
    await sale.take('buyer', 'state-dispute');
    const refundCents = await decide(sale);
    if (isSentBack(sale, refundCents)) {
      await sale.giveBackByCode();
      return { state: 'returned', refundCents };
    }
    const isAll = refundCents === sale.priceCents;
    return { state: isAll ? 'returned' : 'completed', refundCents };
  },

  async 'never came'(sale) {
    await sale.take('seller', 'send');
    await sale.take('buyer', 'open-dispute');
    await sale.take('seller', 'state-dispute');
    const refundCents = await decide(sale);
    if (isSentBack(sale, refundCents)) {
      await sale.giveBackByCode();
      return { state: 'returned', refundCents };
    }
    const isAll = refundCents === sale.priceCents;
    return { state: isAll ? 'cancelled' : 'completed', refundCents };
  },

  async 'cancelled by the seller'(sale) {
    await sale.cancel('seller');
    return { state: 'cancelled', refundCents: sale.priceCents };
  },

  async 'cancelled by the buyer'(sale) {
    await sale.cancel('buyer');
    return { state: 'cancelled', refundCents: sale.priceCents };
  },

  async 'cancelled by an admin'(sale) {
    await sale.cancel('admin');
    return { state: 'cancelled', refundCents: sale.priceCents };
  },

  async 'permit given'(sale) {
    await sale.tryRefused('seller', 'send', [409]);
    await sale.take('seller', 'give-permit');
    await sale.take('seller', 'send');
    await sale.take('buyer', 'receive');
    return passWindow(sale);
  },

  async 'permit refused'(sale) {
    await sale.take('seller', 'permit-refused');
    return { state: 'cancelled', refundCents: sale.priceCents + sale.shippingCents };
  },

  async 'permit late'(sale) {
    await sale.pass(saleTimes.permitDays + 1);
    await sale.until('cancelled', ({ fulfilment }) => fulfilment?.state === 'cancelled');
    return { state: 'cancelled', refundCents: sale.priceCents + sale.shippingCents };
  },

  async 'chargeback lost'(sale) {
    const { stage } = sale.plan;
    await reach(sale);
    await sale.chargeBack('lost');
    const isWithBuyer = stage === 'received' || stage === 'completed';
    return { state: isWithBuyer ? 'returned' : 'cancelled', refundCents: sale.priceCents };
  },

  async 'chargeback won'(sale) {
    const { stage } = sale.plan;
    await reach(sale);
    await sale.chargeBack('won');
    if (stage === 'awaiting' || stage === 'sent') await sale.take('buyer', 'receive');
    return passWindow(sale);
  },

  async 'charged too late'(sale) {
    const isCharged = await sale.releaseAndPay();
    return { state: null, refundCents: isCharged ? sale.priceCents : 0 };
  },
};

const returned = ({ priceCents }: HttpSale): SaleOutcome => ({
  state: 'returned',
  refundCents: priceCents,
});

async function receive(sale: HttpSale): Promise<void> {
  const { receives } = sale.plan;
  if (receives === 'by code') return sale.handOver();
  if (receives !== 'by word') await sale.take('seller', 'send');
  if (receives !== 'by a silent parcel') {
    await sale.take('buyer', 'receive');
    return;
  }
  await sale.pass(15);
  await sale.until('received by the clock', ({ fulfilment }) => fulfilment?.state === 'received');
}

/** Neither the shop nor the test waits for the jobs that complete the sale and pay its seller. */
async function passWindow(sale: HttpSale): Promise<SaleOutcome> {
  await sale.pass(7);
  return { state: 'completed', refundCents: 0 };
}

/** Brings a sale to where its chargeback comes. */
async function reach(sale: HttpSale): Promise<void> {
  const { stage } = sale.plan;
  if (stage === 'sent') await sale.take('seller', 'send');
  if (stage === 'received' || stage === 'completed') await receive(sale);
  if (stage !== 'completed') return;
  await sale.pass(7);
  await sale.until('completed', ({ fulfilment }) => fulfilment?.state === 'completed');
}

async function decide(sale: HttpSale): Promise<number> {
  const { priceCents, plan } = sale;
  const refundCents = {
    nothing: 0,
    'a cent': 1,
    'a third': Math.floor(priceCents / 3),
    'all but a cent': priceCents - 1,
    all: priceCents,
  }[plan.refund];
  await sale.decide(refundCents, isSentBack(sale, refundCents));
  return refundCents;
}

const isSentBack = ({ plan }: HttpSale, refundCents: number) => plan.goesBack && refundCents > 0;
