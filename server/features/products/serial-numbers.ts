import { createHmac, hkdfSync } from 'node:crypto';
import { normalBrand } from '#contract/instruments/normal-brand.ts';
import { builtInBrandNamed } from '#contract/instruments/shop-instruments.ts';
import { type SentSerial, type SerialState, serialTerms } from '#contract/products/serial.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { seal, unseal } from '../../core/seal.ts';
import type { Database } from '../../database/connection.ts';
import type { Sql } from '../../database/sql.ts';
import { transaction } from '../../database/transaction.ts';
import { brandId, findBrand } from '../instruments/find-brand.ts';
import { recordCatalogueChange } from './catalogue-changes.ts';

/** Encrypts serial numbers, and makes the digests by which they are compared. */
export interface SerialNumbers {
  seal(productId: string, number: string): string;
  /** @returns undefined when it was encrypted with another secret */
  unseal(productId: string, sealed: string): string | undefined;
  /**
   * An HMAC, because a digest without a key would be found by trying all short numbers.
   * @returns undefined without a maker: numbers of different makers may be the same
   */
  digestOf(brand: string | null | undefined, number: string): Buffer | undefined;
}

/** @param secret the same for all servers of a shop */
export function createSerialNumbers(secret: string): SerialNumbers {
  const nameOf = (productId: string) => `serial-number:${productId}`;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'reprise serial digests', 32));
  return {
    seal: (productId, number) => seal(number, nameOf(productId), secret),
    unseal: (productId, sealed) => unseal(sealed, nameOf(productId), secret),
    digestOf(brand, number) {
      const builtIn = brand ? builtInBrandNamed(brand) : undefined;
      // Of a maker whom the owner adds, it is the same before and after.
      const maker = builtIn
        ? brandId(builtIn)
        : normalBrand((brand && findBrand(brand)?.name) || (brand ?? ''));
      if (maker === '') return undefined;
      return createHmac('sha256', key)
        .update(`${maker}\n${normalSerial(number)}`)
        .digest();
    },
  };
}

/** Without spaces and signs, in capital letters, and with one character for those that look alike: O and 0, I and 1. */
export function normalSerial(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1');
}

/** The columns of `products` with the serial number. */
export interface SerialColumns {
  serialState: SerialState | null;
  serialSealed: string | null;
  serialDigest: Buffer | null;
}
export const serialColumns = [
  'serialState',
  'serialSealed',
  'serialDigest',
] as const satisfies (keyof SerialColumns)[];

interface Serial {
  productId: string;
  brand: string | null;
  /** Undefined: it stays what it is. */
  sent: SentSerial | undefined;
}

/**
 * The columns after a change of number or maker.
 * @param before of the listing; undefined for a new one
 * @returns undefined when nothing changes
 */
export function serialAfter(
  numbers: SerialNumbers,
  { productId, brand, sent }: Serial,
  before?: SerialColumns,
): SerialColumns | undefined {
  const known =
    before?.serialSealed != null ? numbers.unseal(productId, before.serialSealed) : undefined;
  const state =
    sent === undefined ? (before?.serialState ?? null) : (sent || { state: null }).state;
  const number =
    sent === undefined ? known : sent && sent.state === 'number' ? sent.number : undefined;
  const digest = (number !== undefined && numbers.digestOf(brand, number)) || null;
  const isSame =
    (before?.serialState ?? null) === state &&
    known === number &&
    (before?.serialDigest ?? null)?.toString('hex') === digest?.toString('hex');
  if (isSame) return undefined;
  return {
    serialState: state,
    serialSealed: number === undefined ? null : numbers.seal(productId, number),
    serialDigest: digest,
  };
}

interface ReadDeps {
  sql: Sql;
  serialNumbers: SerialNumbers;
}

/** @throws Problem not-found, for everyone but the seller of the listing */
export async function readSerial(
  { sql, serialNumbers }: ReadDeps,
  sellerId: string,
  productId: string,
): Promise<{ state?: SerialState | undefined; number?: string | undefined }> {
  const [row] = await sql<Omit<SerialColumns, 'serialDigest'>[]>`
    select serial_state as "serialState", serial_sealed as "serialSealed" from products
    where id = ${productId} and seller_id = ${sellerId}`;
  if (!row) throw new Problem('not-found', msg`You have no such instrument`);
  const { serialState: state, serialSealed: sealed } = row;
  const number = sealed === null ? undefined : serialNumbers.unseal(productId, sealed);
  return { state: state ?? undefined, number };
}

/**
 * The end of the number of what this buyer has paid for. A number is never shown whole: of a short one, less is.
 * @throws Problem not-found, for everyone else and while it is not paid
 */
export async function readSoldSerial(
  { sql, serialNumbers }: ReadDeps,
  buyerId: string,
  bookingId: string,
): Promise<{ state?: SerialState | undefined; ending?: string | undefined }> {
  const [row] = await sql<(Omit<SerialColumns, 'serialDigest'> & { productId: string })[]>`
    select p.id as "productId", p.serial_state as "serialState", p.serial_sealed as "serialSealed"
    from bookings b join products p on p.id = b.product_id
    where b.id = ${bookingId} and b.buyer_id = ${buyerId} and b.state = 'paid'`;
  if (!row) throw new Problem('not-found', msg`There is no such booking`);
  const { productId, serialState: state, serialSealed: sealed } = row;
  const number = sealed === null ? undefined : serialNumbers.unseal(productId, sealed);
  const characters = [...(number ?? '').replaceAll(/\s/g, '')];
  const shown = Math.min(serialTerms.shownCharacters, Math.floor(characters.length / 2));
  return {
    state: state ?? undefined,
    ending: shown > 0 ? characters.slice(-shown).join('') : undefined,
  };
}

const dayMs = 24 * 3_600_000;

/**
 * Erases serial numbers whose time is over: of what was sold the number with its sale's retention (`erase-people.ts`) or after
 * the same two years as the digest, of what was withdrawn both after a month, unless admins hide it, who may show it again.
 * @returns of how many listings
 */
export function eraseOldSerials(database: Database, at: Date): Promise<number> {
  const soldBefore = new Date(at);
  soldBefore.setUTCFullYear(soldBefore.getUTCFullYear() - serialTerms.keptYears);
  const withdrawnBefore = new Date(at.getTime() - serialTerms.withdrawnDays * dayMs);
  return transaction(database, async (tx) => {
    const erased = await tx.sql`
      update products p set serial_state = null, serial_sealed = null, serial_digest = null
      where (serial_digest is not null or serial_sealed is not null)
        and (withdrawn_at < ${withdrawnBefore} and hidden_for is null
          or status = 'sold' and exists (
            select from bookings b where b.id = p.sold_booking_id and b.paid_at < ${soldBefore}))
      returning id`;
    // Listings no longer say that the instrument was sold here (`sold-before.ts`).
    if (erased.length > 0) recordCatalogueChange(tx, null, at);
    return erased.length;
  });
}
