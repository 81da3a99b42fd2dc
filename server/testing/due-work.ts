import { cp, mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { Database } from '../database/connection.ts';
import { uploadImage } from '../features/images/upload-image.ts';
import { refundReasons } from '../features/payments/payments.ts';
import { createDiskImages } from '../providers/images/disk/disk-images.ts';
import { picturePath } from '../providers/images/picture-id.ts';
import { addImage, addUser } from './builders.ts';
import { photo } from './pictures.ts';

interface WorkDeps {
  database: Database;
  /** The place of the shop's pictures. */
  picturesFolder: string;
  /** The address of the shop for mails. */
  origin: string;
}

interface World extends WorkDeps {
  sellerId: string;
  buyerId: string;
  /** A picture of products and bookings. */
  imageId: string;
  /** A picture with files and without AVIF, which is not used. */
  plainPicture: string;
}

/** How many of each kind. */
const few = 4;
const some = 20;
const many = 100;

/** @returns a function that adds work for the scheduled jobs each time that it is called */
export async function createDueWork(deps: WorkDeps): Promise<() => Promise<void>> {
  const { database, picturesFolder, origin } = deps;
  const imageHost = createDiskImages({ folder: picturesFolder });
  const upload = photo(700, 500).jpeg();
  const uploaded = await uploadImage(
    { database, imageHost, clock: systemClock, origin: () => origin },
    upload,
  );
  const world: World = {
    ...deps,
    sellerId: await addUser(database, { role: 'seller' }),
    buyerId: await addUser(database),
    imageId: await addImage(database, { avif: true }),
    plainPicture: uploaded.id,
  };
  return async () => {
    await addPictures(world);
    await addSalesToEnd(world);
    await addPaymentsToFinish(world);
    await addMails(world);
    await addIdentities(world);
    await database.sql`
      insert into catalogue_changes (id, changed_at)
      select gen_random_uuid(), now() - interval '11 minutes' from generate_series(1, ${few}::int)`;
  };
}

async function addPictures({ database: { sql }, picturesFolder, plainPicture }: World) {
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  const folderOf = (id: string) => join(picturesFolder, picturePath(id));
  const copies = async (count: number, at: Date) => {
    const ids = Array.from({ length: count }, () => newId(at));
    for (const id of ids) {
      await mkdir(join(folderOf(id), '..'), { recursive: true });
      await cp(folderOf(plainPicture), folderOf(id), { recursive: true });
    }
    return ids;
  };
  const toEncode = await copies(few, new Date());
  const unused = await copies(many, dayAgo);
  const stray = await copies(many, dayAgo);
  for (const id of stray) await utimes(folderOf(id), dayAgo, dayAgo);
  await sql`
    insert into images (id, host, width, height, widths, placeholder, bytes, avif, created_at)
    select copy.id, host, width, height, widths, placeholder, bytes, copy.is_unused, copy.at
    from images i, (
      select unnest(${toEncode}::uuid[]) as id, false as is_unused, now() as at
      union all select unnest(${unused}::uuid[]), true, ${dayAgo}::timestamptz
    ) as copy where i.id = ${plainPicture}`;
}

/** Holds that have run out, half of them with an open intent, that others wait for; and holds that end soon. */
async function addSalesToEnd(world: World): Promise<void> {
  const { sql } = world.database;
  const expired = await addBookings(world, { count: some, heldHours: [-72, -1] });
  await sql`
    insert into availability_alerts (id, product_id, user_id, created_at)
    select gen_random_uuid(), product_id, ${world.buyerId}, now() from bookings
    where id = any(${expired}::uuid[])`;
  await addIntents(world, expired.slice(some / 2), 'requires_payment_method');
  await addBookings(world, { count: some, heldHours: [-46, 2] });
}

/** Charges that were not reported, half of them with a webhook that is to be sent; and refunds that are due. */
async function addPaymentsToFinish(world: World): Promise<void> {
  const { sql } = world.database;
  const charged = await addBookings(world, { count: some, heldHours: [-1, 47] });
  const intents = await addIntents(world, charged, 'succeeded');
  await sql`
    insert into sandbox_events (id, type, intent_id, payload, created_at)
    select 'evt_' || id, 'payment_intent.succeeded', id, jsonb_build_object('id', 'evt_' || id,
      'type', 'payment_intent.succeeded', 'data', jsonb_build_object('object', jsonb_build_object('id', id))), now()
    from unnest(${intents.slice(some / 2)}::text[]) id`;
  const late = await addBookings(world, { count: some, heldHours: [-2, 46], isReleased: true });
  const lateIntents = await addIntents(world, late, 'succeeded');
  await sql`
    update payment_intents set state = 'succeeded' where provider_intent_id = any(${lateIntents}::text[])`;
  await sql`
    insert into payments (id, booking_id, product_id, buyer_id, amount_cents, provider, transaction_id, state,
      refund_reason, created_at)
    select gen_random_uuid(), b.id, product_id, buyer_id, price_cents, 'sandbox', i.provider_intent_id, 'refund-due',
      ${refundReasons.bookingEnded}, now()
    from bookings b join payment_intents i on i.booking_id = b.id where b.id = any(${late}::uuid[])`;
}

async function addMails(world: World): Promise<void> {
  const { database, sellerId, imageId, origin } = world;
  const { sql } = database;
  const booked = await addBookings(world, { count: some, heldHours: [0, 48] });
  await sql`
    insert into queued_mails (id, key, kind, reader, reader_id, subject_id, created_at)
    select gen_random_uuid(), 'booked:' || reader || ':' || id, 'booked', reader,
      case reader when 'buyer' then buyer_id else seller_id end, id, now()
    from bookings, unnest(array['buyer', 'seller']) reader where id = any(${booked}::uuid[])`;
  await sql`
    with identities as (
      insert into auth_users (id, name, email, created_at, updated_at)
      select gen_random_uuid(), 'Nora', 'new-' || gen_random_uuid() || '@reprise.test', now(), now()
      from generate_series(1, ${few}::int) returning id
    )
    insert into queued_mails (id, key, kind, subject_id, data, rank, created_at)
    select gen_random_uuid(), 'verification:' || id, 'verification', id,
      jsonb_build_object('origin', ${origin}::text), 0, now()
    from identities`;
  const removed = await addProducts(database, { count: few, sellerId, imageId });
  await sql`update products set withdrawn_at = now() where id = any(${removed}::uuid[])`;
  await sql`
    insert into queued_mails (id, key, kind, reader_id, subject_id, data, created_at)
    select gen_random_uuid(), 'product-removed:' || id, 'product-removed', ${sellerId}, id,
      '{"reason": "A copy of another listing"}', now()
    from unnest(${removed}::uuid[]) id`;
}

/** Identities of removed users, and sessions that have expired. */
async function addIdentities({ database: { sql } }: World): Promise<void> {
  const emails = Array.from({ length: many }, () => `left-${newId(new Date())}@reprise.test`);
  await sql`
    insert into users (id, name, email, role, created_at, removed_at)
    select gen_random_uuid(), 'Lena', email, 'buyer', now(), now() from unnest(${emails}::text[]) email`;
  await sql`
    with identities as (
      insert into auth_users (id, name, email, created_at, updated_at)
      select gen_random_uuid(), 'Lena', email, now(), now() from unnest(${emails}::text[]) email returning id
    )
    insert into auth_sessions (id, user_id, token, by, expires_at, created_at, updated_at)
    select gen_random_uuid(), id, 'sha256:' || gen_random_uuid(), 'password', now() - interval '1 hour', now(), now()
    from identities`;
}

interface NewBookings {
  count: number;
  /** When they were booked and when the hold ends, in hours from now. */
  heldHours: [number, number];
  isReleased?: boolean;
}

async function addBookings(world: World, { count, heldHours, isReleased = false }: NewBookings) {
  const { database, sellerId, buyerId, imageId } = world;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const [from, until] = [inHours(heldHours[0]), inHours(heldHours[1])];
  const products = await addProducts(database, { count, sellerId, imageId });
  const ids = products.map(() => newId(new Date()));
  await database.sql`
    insert into bookings (id, product_id, buyer_id, seller_id, buyer_name, buyer_email, product_name, price_cents,
      image_id, phone, location, state, hold_expires_at, created_at, released_at, release_reason)
    select booking.id, p.id, ${buyerId}, seller_id, 'Clara', 'clara@reprise.test', name, price_cents,
      image_id, '555', 'the pier', ${isReleased ? 'released' : 'held'}, ${until}, ${from},
      ${isReleased ? new Date() : null}, ${isReleased ? 'withdrawn' : null}
    from unnest(${ids}::uuid[], ${products}::uuid[]) booking(id, product_id)
    join products p on p.id = booking.product_id`;
  return ids;
}

async function addProducts(
  { sql }: Database,
  { count, sellerId, imageId }: { count: number; sellerId: string; imageId: string },
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(new Date()));
  await sql`
    insert into products (id, seller_id, name, price_cents, category, condition, phone, location, description,
      purchase_year, image_id, status, created_at)
    select id, ${sellerId}, 'Viola', 9000, 'String', 'Good', '555', 'Leipzig', 'Warm and even.', 2019, ${imageId},
      'available', now() - interval '3 days' from unnest(${ids}::uuid[]) id`;
  return ids;
}

/** Intents of these bookings, open for the shop, as the sandbox has them. @returns their ids at the sandbox */
async function addIntents(
  { database: { sql } }: World,
  bookings: string[],
  state: 'requires_payment_method' | 'succeeded',
): Promise<string[]> {
  const ids = bookings.map((id) => `pi_${id}`);
  const createdAt = new Date(Date.now() - 120_000);
  await sql`
    insert into sandbox_intents (id, client_secret, amount_cents, booking_id, description, state, idempotency_key,
      created_at, changed_at)
    select 'pi_' || id, 'secret', price_cents, id, 'Viola', ${state}, id, ${createdAt}, ${createdAt}
    from bookings where id = any(${bookings}::uuid[])`;
  await sql`
    insert into payment_intents (id, booking_id, provider, provider_intent_id, amount_cents, state, created_at)
    select gen_random_uuid(), id, 'sandbox', 'pi_' || id, price_cents, 'open', ${createdAt}
    from bookings where id = any(${bookings}::uuid[])`;
  return ids;
}
