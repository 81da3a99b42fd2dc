import type { InvoiceSettings } from '#contract/invoices/invoice-terms.ts';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';
import { writeRefund } from '../features/ledger/write-ledger.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import type { createPeople } from './people.ts';

export const germanShop: InvoiceSettings = {
  from: {
    name: 'Nordklang GmbH',
    address: ['Hafenstr. 1', '20457 Hamburg'],
    country: 'DE',
    vatNumber: 'DE123456789',
  },
  rates: { DE: 19, FR: 20 },
  prefix: 'NK-',
  firstMonth: '2026-10',
};

export interface CommissionSale {
  paymentId: string;
  bookingId: string;
  sellerId: string;
  commissionCents: number;
}

/** Sells for 120.50 with a commission at a moment, and lets money go back at another. */
export function commissionSales(people: ReturnType<typeof createPeople>) {
  const database: Database = people.deps.database;

  async function sell(
    seller: KnownUser,
    at: Date | string,
    commissionCents = 904,
  ): Promise<CommissionSale> {
    const time = new Date(at);
    const productId = await people.make.product(seller.id, { at: time });
    const bookingId = await people.book(await people.buyer(), productId, time);
    await database.sql`
      update bookings set commission_cents = ${commissionCents} where id = ${bookingId}`;
    const paymentId = await people.pay(bookingId, time);
    return { paymentId, bookingId, sellerId: seller.id, commissionCents };
  }

  /** @param goneCents what went back of the price before */
  const giveBack = (
    { commissionCents: fullCommissionCents, ...sale }: CommissionSale,
    at: Date | string,
    amountCents = 12_050,
    goneCents = 0,
  ) =>
    transaction(database, (tx) =>
      writeRefund(
        tx,
        {
          ...sale,
          provider: 'sandbox',
          kind: 'refund',
          amountCents,
          goneCents,
          chargedCents: 12_050,
          shippingCents: 0,
          fullCommissionCents,
          isReleased: false,
          cause: `${sale.paymentId}:${goneCents}`,
        },
        new Date(at),
      ),
    );

  return { sell, giveBack };
}
