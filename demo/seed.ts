import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shopCountry } from '#contract/delivery/customs-areas.ts';
import type { ListingDelivery } from '#contract/delivery/delivery.ts';
import { shopZones } from '#contract/delivery/shop-zones.ts';
import { kindWithId } from '#contract/instruments/shop-instruments.ts';
import { perDollar } from '#contract/money/currencies.ts';
import { highestAmount, toMinorUnits } from '#contract/money/currency.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import { findCategory } from '#contract/products/shop-categories.ts';
import type { Clock } from '../server/core/clock.ts';
import { newId } from '../server/core/ids.ts';
import type { Database } from '../server/database/connection.ts';
import { type Tx, transaction } from '../server/database/transaction.ts';
import { completeSale } from '../server/features/after-sale/complete-sales.ts';
import { markSent } from '../server/features/after-sale/mark-sent.ts';
import { confirmReceipt, handOver } from '../server/features/after-sale/receive.ts';
import { bookItem } from '../server/features/bookings/book-item.ts';
import { addClips } from '../server/features/clips/clip-uses.ts';
import { insertClip } from '../server/features/clips/upload-clip.ts';
import type { ImageDeps } from '../server/features/images/image-deps.ts';
import { uploadImage } from '../server/features/images/upload-image.ts';
import { recordCharge } from '../server/features/payments/record-charge.ts';
import { changeProduct, changeProductStatus } from '../server/features/products/change-product.ts';
import { listProduct } from '../server/features/products/list-product.ts';
import { measureSellers } from '../server/features/products/measure-sellers.ts';
import { replyToReview, writeReview } from '../server/features/reviews/write-review.ts';
import { insertUser } from '../server/features/users/insert-user.ts';
import type { ClipStore, StoredClip } from '../server/providers/images/port.ts';
import { demoInstruments } from './catalogue.ts';
import { seedConversations } from './conversations.ts';
import type { DemoInstrument } from './instrument.ts';
import { demoPeople } from './people.ts';
import { saidOfInstruments } from './said.ts';

export interface SeedDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  /** Folder of the demo's picture files. */
  pictureFolder: string;
  clipStore: ClipStore;
  /** Folder of the demo's clips, with `clips.json`, which says whose they are; without that there are none. */
  clipFolder: string;
}

/** Ids by the keys of people, or by the names of picture files. */
type Ids = ReadonlyMap<string, string>;

interface SeedContext {
  userIds: Ids;
  imageIds: Ids;
  clips: ReadonlyMap<string, DemoClip>;
  clock: Clock;
  imageDeps: ImageDeps;
}

/**
 * Seeds an empty database with the demo catalogue in one transaction, through the functions that real data goes through.
 * Does nothing when there are users already, or when another server has seeded it in the meantime.
 * @returns whether it did
 */
export async function seedDemo(deps: SeedDeps): Promise<boolean> {
  const { database, clock } = deps;
  const [users] = await database.sql<{ exist: boolean }[]>`
    select exists (select from users) as exist`;
  if (users?.exist) return false;
  // Before the transaction, because encoding takes seconds. Images that nothing refers to are cleaned up later.
  const imageIds = await uploadPictures(deps);
  const clips = await storeClips(deps);
  return transaction(database, async (tx) => {
    if (!(await claimSeeding(tx, clock.now()))) return false;
    const userIds = await insertPeople(tx, clock);
    const products = [];
    for (const instrument of demoInstruments) {
      const context = { userIds, imageIds, clips, clock, imageDeps: deps };
      products.push({ ...instrument, id: await listInstrument(tx, instrument, context) });
    }
    const unsold = products.filter(({ status }) => status !== 'sold');
    await seedConversations(tx, { products: unsold, userIds, now: clock.now() });
    await measureSellers(tx, clock.now());
    // The sales are long past: no one gets a mail about them.
    tx.write`delete from queued_mails`;
    return true;
  });
}

/** The image host refuses more uploads when too many wait. */
const concurrentUploads = 4;

async function uploadPictures(deps: SeedDeps): Promise<Ids> {
  const files = new Set(demoInstruments.flatMap(picturesOf));
  const queue = files.values();
  const ids = new Map<string, string>();
  const uploadNext = async () => {
    for (const file of queue) {
      const upload = createReadStream(join(deps.pictureFolder, file));
      ids.set(file, (await uploadImage(deps, upload)).id);
    }
  };
  await Promise.all(Array.from({ length: concurrentUploads }, uploadNext));
  return ids;
}

interface DemoClip extends StoredClip {
  id: string;
  host: string;
  transcript: string;
}

/** @returns the clips by the keys of instruments; their rows need the people who own them */
async function storeClips({ clipStore, clipFolder, clock }: SeedDeps) {
  const listFile = join(clipFolder, 'clips.json');
  const list: Record<string, { file: string; transcript: string }> = JSON.parse(
    existsSync(listFile) ? await readFile(listFile, 'utf8') : '{}',
  );
  const clips = new Map<string, DemoClip>();
  for (const [key, { file, transcript }] of Object.entries(list)) {
    const id = newId(clock.now());
    const stored = await clipStore.store(id, createReadStream(join(clipFolder, file)));
    clips.set(key, { ...stored, id, host: clipStore.name, transcript });
  }
  return clips;
}

function picturesOf({ picture, furtherPictures = [] }: DemoInstrument): string[] {
  return [picture, ...furtherPictures];
}

/** Only one of several servers that seed at the same time gets true; the others wait here until it has committed. */
async function claimSeeding(tx: Tx, at: Date): Promise<boolean> {
  const claimed = await tx.sql`
    insert into shared_secrets (name, value, created_at) values ('demo-catalogue', 'filled', ${at})
    on conflict do nothing returning name`;
  return claimed.length > 0;
}

async function insertPeople(tx: Tx, clock: Clock): Promise<Ids> {
  const ids = new Map<string, string>();
  for (const { key, introduction, joinedDaysAgo, verified, ...person } of demoPeople) {
    const at = daysAgo(clock, joinedDaysAgo);
    const verifiedAt = verified ? { verifiedAt: at } : {};
    const { name, email, role } = person;
    const id = await insertUser(tx, { name, email, role, emailProvenAt: at, ...verifiedAt }, at);
    ids.set(key, id);
    if (!introduction) continue;
    const { about, town, spoken } = introduction;
    tx.write`update users set about = ${about}, town = ${town}, spoken = ${spoken} where id = ${id}`;
  }
  return ids;
}

async function listInstrument(
  tx: Tx,
  instrument: DemoInstrument,
  context: SeedContext,
): Promise<string> {
  const listedAt = daysAgo(context.clock, instrument.listedDaysAgo);
  const sellerId = getId(context.userIds, instrument.seller);
  const { name, category, condition, location, description } = instrument;
  const [imageId = '', ...furtherImageIds] = picturesOf(instrument).map((file) =>
    getId(context.imageIds, file),
  );
  const id = await listProduct(
    tx,
    sellerId,
    {
      name,
      language: 'en',
      ...saidOf(instrument),
      ...pricesOf(instrument),
      ...(instrument.priceBefore && { price: amountOf(instrument.priceBefore) }),
      category: findCategory(category),
      condition,
      location,
      description,
      number: instrument.phone,
      year: instrument.year,
      imageId,
      furtherImageIds,
      delivery: deliveryOf(instrument),
    },
    listedAt,
  );
  tx.write`
    update images set owner_id = ${sellerId} where id = any(${[imageId, ...furtherImageIds]}::uuid[])`;
  const clip = context.clips.get(instrument.key);
  if (clip) {
    insertClip(tx, { ...clip, ownerId: sellerId }, listedAt);
    addClips(tx, id, [clip]);
  }
  if (instrument.status === 'advertise') {
    const seller = { id: sellerId, role: 'seller' as const };
    await changeProductStatus(tx, seller, { id, status: 'advertise' }, listedAt);
  }
  if (instrument.priceBefore) {
    const seller = { id: sellerId, role: 'seller' as const };
    const { price } = pricesOf(instrument);
    const lowered = { id, price, imageDeps: context.imageDeps };
    await changeProduct(tx, seller, lowered, daysAgo(context.clock, droppedDaysAgo));
  }
  if (instrument.soldTo) await sellProduct(tx, id, { ...instrument, sellerId }, context);
  return id;
}

/** Without the kind where the owner of the shop hides it. */
function saidOf({ key }: DemoInstrument) {
  const { kind: id, facts, checks, ...said } = saidOfInstruments[key] ?? {};
  const isHidden = id !== undefined && kindWithId(id)?.isHidden;
  return isHidden ? said : { ...said, kind: id, facts, checks };
}

/** When the prices were lowered that were. */
const droppedDaysAgo = 4;

/** The address to which the sold ones were sent, in Bristol unless the shop is in another country. */
const demoAddress = { lines: ['12 Tannery Row'], postcode: 'BS1 6QF', city: 'Bristol' };

/** The zone and the country to which the sold ones were sent; undefined where the shop sends nothing there. */
function demoDestination(): { zone: string; country: string } | undefined {
  const country = shopCountry() ?? 'GB';
  const zones = shopZones();
  const zone =
    zones.find(({ countries }) => countries?.includes(country)) ??
    zones.find(({ countries }) => !countries);
  return zone && { zone: zone.id, country };
}

/**
 * To the buyer that the catalogue names, a day after it was listed, and handed over two days later, which completed the sale
 * after three more; the review came a day later. What was sent arrived later, or was sold four days ago and is still on its way.
 */
async function sellProduct(
  tx: Tx,
  productId: string,
  instrument: SoldInstrument,
  { userIds, clock }: SeedContext,
): Promise<void> {
  const { key, location, listedDaysAgo, soldTo, sentBy, sentAfterHours, sellerId, review } =
    instrument;
  const { price } = pricesOf(instrument);
  const buyer = demoPeople.find((person) => person.key === soldTo);
  if (!buyer) throw new Error(`The demo has no buyer ${soldTo}`);
  const destination = demoDestination();
  const isSent = sentBy !== undefined || sentAfterHours !== undefined;
  const offered = destination && isSent ? deliveryOf(instrument).shipping : undefined;
  const shipping = (destination && offered?.[destination.zone]) ?? 0;
  const delivery =
    destination && shipping > 0
      ? {
          zone: destination.zone,
          address: { ...demoAddress, country: destination.country, name: buyer.name },
        }
      : undefined;
  const place = delivery ? demoAddress.city : location;
  const at = daysAgo(clock, sentBy ? 4 : listedDaysAgo - 1);
  const bookingId = await bookItem(
    tx,
    { id: getId(userIds, buyer.key), name: buyer.name, email: buyer.email },
    { productId, price, phone: '555-0100', location: place, delivery },
    { at, holdHours: 48 },
  );
  const transactionId = `demo_${key}`;
  const charge = {
    bookingId,
    amountCents: toMinorUnits(price) + toMinorUnits(shipping),
    provider: 'sandbox',
    transactionId,
  };
  await recordCharge(tx, charge, at);
  const seller = { id: sellerId };
  if (sentBy) {
    await markSent(tx, seller, { bookingId, carrier: sentBy }, daysAgo(clock, 3));
    return;
  }
  if (sentAfterHours === undefined) {
    const handover = { bookingId, isRightCode: true };
    await handOver(tx, seller, handover, daysAgo(clock, listedDaysAgo - 3));
  } else {
    const sentAt = daysAgo(clock, listedDaysAgo - 1 - sentAfterHours / 24);
    await markSent(tx, seller, { bookingId, carrier: 'Royal Mail' }, sentAt);
    await confirmReceipt(
      tx,
      { id: getId(userIds, buyer.key) },
      { bookingId },
      daysAgo(clock, listedDaysAgo - 6),
    );
  }
  await completeSale(tx, bookingId, daysAgo(clock, listedDaysAgo - 12));
  if (!review) return;
  const { rating, text, reply } = review;
  const reviewedAt = daysAgo(clock, listedDaysAgo - 13);
  const buyerId = getId(userIds, buyer.key);
  const id = await writeReview(tx, buyerId, { bookingId, rating, text }, reviewedAt);
  await writeReview(tx, sellerId, { bookingId, rating: 5 }, reviewedAt);
  if (!reply) return;
  await replyToReview(tx, sellerId, { id, text: reply }, daysAgo(clock, listedDaysAgo - 14));
}

/** In the shop's currency. */
function pricesOf({ price, originalPrice }: DemoInstrument) {
  return {
    price: amountOf(price),
    originalPrice: originalPrice === undefined ? undefined : amountOf(originalPrice),
  };
}

/** What can be sent can be fetched too. */
function deliveryOf({ sentFor }: DemoInstrument): ListingDelivery {
  const zones = sentFor === undefined ? [] : shopZones();
  if (sentFor === undefined || zones.length === 0) return { pickup: true };
  // Further zones cost more than the one before.
  const shipping = Object.fromEntries(
    zones.map(({ id }, index) => [id, amountOf(Math.round(sentFor * (1 + 0.6 * index)))]),
  );
  return { pickup: true, shipping };
}

function amountOf(dollars: number): number {
  const { code, digits } = shopCurrency();
  const rate = perDollar(code);
  if (rate === 1) return dollars;
  // Two digits that are not 0 look like a price that was thought about.
  const amount = Number((dollars * rate).toPrecision(2));
  return Math.min(Number(amount.toFixed(digits)), highestAmount());
}

interface SoldInstrument extends DemoInstrument {
  sellerId: string;
}

function getId(ids: Ids, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`The demo has no ${key}`);
  return id;
}

function daysAgo(clock: Clock, days: number): Date {
  return new Date(clock.now().getTime() - days * 86_400_000);
}
