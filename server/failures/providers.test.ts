import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCountingMailServer } from '../testing/counting-mail-server.ts';
import { type FailingShop, openFailingShop, type Visitor } from '../testing/failing-shop.ts';
import { startFakeStripe } from '../testing/fake-stripe.ts';
import { type FaultyLink, openFaultyLink } from '../testing/faulty-link.ts';
import { startLocalS3 } from '../testing/local-s3.ts';
import { photo } from '../testing/pictures.ts';

let shop: FailingShop;
let seller: Visitor;
let buyer: Visitor;
let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let store: Awaited<ReturnType<typeof startLocalS3>>;
let mailServer: Awaited<ReturnType<typeof startCountingMailServer>>;
let mailLink: FaultyLink;

beforeAll(async () => {
  stripe = await startFakeStripe();
  store = await startLocalS3();
  mailServer = await startCountingMailServer(0);
  mailLink = await openFaultyLink({
    host: '127.0.0.1',
    port: Number(new URL(mailServer.url).port),
  });
  const { bucket } = store;
  shop = await openFailingShop({
    CARDS: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_API_URL: stripe.url,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    SMTP_URL: `smtp://127.0.0.1:${mailLink.port}`,
    MAIL_FROM: 'shop@reprise.test',
    IMAGE_HOST: 's3',
    S3_BUCKET: bucket.name,
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    S3_PATH_STYLE: '1',
  });
  seller = await shop.visitor('seller');
  buyer = await shop.visitor('buyer');
});
afterAll(async () => {
  await mailLink.become('open');
  await shop.close();
  await mailLink.close();
  await Promise.all([stripe.stop(), store.close(), mailServer.close()]);
});

/** @returns the id of a new booking */
async function bookNew(): Promise<string> {
  const booked = await shop.book(await shop.make.product(seller.id), buyer);
  expect(booked.status).toBe(201);
  return JSON.parse(booked.text).insertedId;
}

/** Others are served in the meantime. */
async function othersAreServed(): Promise<void> {
  expect((await shop.ask('/api/products?status=advertise&limit=3')).status).toBe(200);
  expect((await shop.ask('/readyz')).status).toBe(200);
}

describe('the card provider', () => {
  const begin = (bookingId: string) =>
    shop.ask('/api/create-payment-intent', {
      method: 'POST',
      as: buyer,
      body: { price: 120.5, bookingId },
    });

  it('a payment is refused with 503 while the card provider answers with errors, the booking stays, and the payment begins once when it is back', async () => {
    const bookingId = await bookNew();
    // The first attempt, and those that the client makes by itself.
    stripe.fail({ status: 503 }, { status: 503 }, { status: 503 });
    const refused = await begin(bookingId);
    expect(refused.status).toBe(503);
    await othersAreServed();
    const begun = await begin(bookingId);
    expect(begun.status).toBe(200);
    const [row] = await shop.database.sql<{ count: number }[]>`
      select count(*)::int from payment_intents where booking_id = ${bookingId}`;
    expect(row?.count).toBe(1);
  });

  it('the request waits and is repeated under the same key while the card provider does not answer, and others are served', async () => {
    // The job asks the provider too, and could meet the fault instead.
    await shop.database.sql`
      update job_runs set due_at = now() + interval '1 day' where name = 'payments-reconciled'`;
    const bookingId = await bookNew();
    stripe.fail('no response');
    const beginning = begin(bookingId);
    await othersAreServed();
    expect(await bookNew()).not.toBe(bookingId);
    expect((await beginning).status).toBe(200);
    const keys = stripe.requests
      .filter(({ params }) => Object.values(params).includes(bookingId))
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('the mail server', () => {
  const waiting = () => shop.database.sql`
    select from queued_mails where sent_at is null and dropped_at is null`;
  /** What waits for its next attempt need not wait. */
  const sendAgain = async () => {
    // Not those that are being sent: another server would send them as well.
    await shop.database.sql`
      update queued_mails set due_at = now()
      where last_fault is not null and sent_at is null`;
    await shop.makeDue('mails-sent');
    return (await waiting()).length;
  };

  it.each(['refused', 'silent'] as const)(
    'bookings are acknowledged, mails wait while the mail server is %s, and each is sent once when it is back',
    async (state) => {
      await expect.poll(sendAgain).toBe(0);
      mailServer.ids.length = 0;
      await mailLink.become(state);
      await bookNew();
      await othersAreServed();
      const [mail] = await shop.database.sql<{ count: number }[]>`
        select count(*)::int from queued_mails where sent_at is null and dropped_at is null`;
      expect(mail?.count).toBeGreaterThan(0);
      await mailLink.become('open');
      await expect.poll(sendAgain, { timeout: 60_000, interval: 500 }).toBe(0);
      expect(mailServer.ids.length).toBeGreaterThanOrEqual(mail?.count ?? 0);
      expect(new Set(mailServer.ids).size).toBe(mailServer.ids.length);
    },
  );
});

describe('the bucket', () => {
  const upload = async () => {
    const form = new FormData();
    const file = await photo(300, 200).jpeg().toBuffer();
    form.append('image', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'a.jpg');
    return shop.ask('/api/images', { method: 'POST', as: seller, form });
  };
  const countImages = async () =>
    (await shop.database.sql`select from images where host = 's3'`).length;

  it('an upload is refused with 503 and leaves no record while the bucket answers with errors, and succeeds when it is back', async () => {
    const before = await countImages();
    store.injectFault((_request, response) => {
      response.writeHead(503).end();
      return true;
    });
    expect((await upload()).status).toBe(503);
    expect(await countImages()).toBe(before);
    await othersAreServed();
    store.injectFault(() => false);
    expect((await upload()).status).toBe(200);
    expect(await countImages()).toBe(before + 1);
  });

  it('an upload waits for it while the bucket is slow, and others are served', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let held = 0;
    store.injectFault((request, response) => {
      held += 1;
      store.injectFault(() => false);
      void released.then(() => store.handle(request, response));
      return true;
    });
    const uploading = upload();
    await expect.poll(() => held).toBe(1);
    await othersAreServed();
    release();
    expect((await uploading).status).toBe(200);
  });
});
