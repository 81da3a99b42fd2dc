import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { cents } from '#contract/fields.ts';
import type { Clock } from '../server/core/clock.ts';
import type { Database } from '../server/database/connection.ts';
import { mails } from '../server/database/schema/mails.ts';
import { sharedSecrets } from '../server/database/schema/shop.ts';
import { type Tx, transaction } from '../server/database/transaction.ts';
import { bookItem } from '../server/features/bookings/book-item.ts';
import type { ImageDeps } from '../server/features/images/image-deps.ts';
import { uploadImage } from '../server/features/images/upload-image.ts';
import { changeProductStatus } from '../server/features/products/change-product.ts';
import { listProduct } from '../server/features/products/list-product.ts';
import { insertUser } from '../server/features/users/insert-user.ts';
import { recordCharge } from '../server/workflows/record-charge.ts';
import { type DemoInstrument, demoInstruments } from './catalogue.ts';
import { type DemoPerson, demoPeople } from './people.ts';

export interface DemoDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  /** Folder of the demo's picture files. */
  pictureFolder: string;
}

type Ids = ReadonlyMap<string, string>;

/**
 * Fills an empty database with the demo catalogue, through the functions that real data goes through, all or nothing.
 * Does nothing when there is a user already, or when another server is filling it.
 * @returns whether it was filled now
 */
export async function fillDemo(parts: DemoDeps): Promise<boolean> {
  const { sql } = parts.database;
  const [state] = await sql<{ inUse: boolean }[]>`select exists (select from users) as "inUse"`;
  if (state?.inUse) return false;
  const pictures = await uploadPictures(parts);
  return transaction(parts.database, async (tx) => {
    if (!(await claim(tx, parts.clock.now()))) return false;
    const people = await register(tx, parts.clock);
    for (const instrument of demoInstruments) {
      await list(tx, instrument, { people, pictures, clock: parts.clock });
    }
    // These sales are long past: nobody is written to about them.
    await tx.delete(mails);
    return true;
  });
}

/** So many pictures are encoded at once; the image host refuses to let too many wait. */
const atOnce = 4;

/** Pictures go in before the rest, because encoding does not belong in a transaction; unused ones are cleaned up. */
async function uploadPictures(parts: DemoDeps): Promise<Ids> {
  const all = demoInstruments.flatMap((one) => [one.picture, ...(one.furtherPictures ?? [])]);
  const waiting = [...new Set(all)];
  const ids = new Map<string, string>();
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const upload = createReadStream(join(parts.pictureFolder, file));
      ids.set(file, (await uploadImage(parts, upload)).id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return ids;
}

/** Of several servers that start at once on an empty database, one fills it: the others wait here and then see it done. */
async function claim(tx: Tx, at: Date): Promise<boolean> {
  const claimed = await tx
    .insert(sharedSecrets)
    .values({ name: 'demo-catalogue', value: 'filled', createdAt: at })
    .onConflictDoNothing()
    .returning({ name: sharedSecrets.name });
  return claimed.length > 0;
}

async function register(tx: Tx, clock: Clock): Promise<Ids> {
  const ids = new Map<string, string>();
  for (const person of demoPeople) {
    const at = daysAgo(clock, person.joinedDaysAgo);
    const { name, email, role } = person;
    const verifiedAt = person.verified ? { verifiedAt: at } : {};
    ids.set(person.key, await insertUser(tx, { name, email, role, ...verifiedAt }, at));
  }
  return ids;
}

interface Surroundings {
  people: Ids;
  pictures: Ids;
  clock: Clock;
}

async function list(tx: Tx, instrument: DemoInstrument, around: Surroundings): Promise<void> {
  const listedAt = daysAgo(around.clock, instrument.listedDaysAgo);
  const sellerId = known(around.people, instrument.seller);
  const { name, price, originalPrice, category, condition, location, description } = instrument;
  const id = await listProduct(
    tx,
    sellerId,
    {
      ...{ name, price, originalPrice, category, condition, location, description },
      number: instrument.phone,
      year: instrument.year,
      imageId: known(around.pictures, instrument.picture),
      furtherImageIds: (instrument.furtherPictures ?? []).map((file) =>
        known(around.pictures, file),
      ),
    },
    listedAt,
  );
  if (instrument.status === 'advertise') {
    const seller = { id: sellerId, role: 'seller' as const };
    await changeProductStatus(tx, seller, { id, status: 'advertise' }, listedAt);
  }
  if (instrument.soldTo) await sell(tx, { id, price }, instrument, around);
}

/** Sold a day after it was listed, to the buyer that the catalogue names. */
async function sell(
  tx: Tx,
  { id, price }: { id: string; price: number },
  instrument: DemoInstrument,
  { people, clock }: Surroundings,
): Promise<void> {
  const buyer = demoPeople.find(({ key }) => key === instrument.soldTo) as DemoPerson;
  const at = daysAgo(clock, Math.max(0, instrument.listedDaysAgo - 1));
  const bookingId = await bookItem(
    tx,
    { id: known(people, buyer.key), name: buyer.name, email: buyer.email },
    { productId: id, price, phone: '555-0100', location: instrument.location },
    { at, holdHours: 48 },
  );
  const transactionId = `demo_${instrument.key}`;
  const charge = { bookingId, amountCents: cents(price), provider: 'sandbox', transactionId };
  await recordCharge(tx, charge, at);
}

function known(ids: Ids, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`The demo catalogue refers to ${key}, which it does not hold`);
  return id;
}

function daysAgo(clock: Clock, days: number): Date {
  return new Date(clock.now().getTime() - days * 86_400_000);
}
