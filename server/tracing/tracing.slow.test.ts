import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tracedCalls } from '../core/tracing.ts';
import { startJobs } from '../jobs/jobs.ts';
import { sendMails } from '../jobs/outbox/send-mails.ts';
import { scheduledJobs } from '../jobs/scheduled-jobs.ts';
import { servedPictures } from '../testing/served-pictures.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { startTracing } from './start-tracing.ts';

/** A span as a collector gets it, in the JSON of OTLP. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

const spans: Span[] = [];
const bodies: string[] = [];
let headersSeen: unknown;
let collector: Server;
let shop: TestShop;
let tracing: ReturnType<typeof startTracing>;
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn() };

const settingsFor = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}`,
  headers: { authorization: 'Bearer of the collector' },
  serviceName: 'tracing-test',
  ratio: 1,
});

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      headersSeen = [request.url, request.headers.authorization];
      bodies.push(body);
      for (const resource of JSON.parse(body).resourceSpans) {
        for (const scope of resource.scopeSpans) spans.push(...scope.spans);
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  tracing = startTracing(settingsFor((collector.address() as AddressInfo).port), log);
  shop = await createTestShop();
});
afterAll(async () => {
  await shop.close();
  await new Promise((resolve) => collector.close(resolve));
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const browserSpan = 'a3ce929d0e0e4736';

const sending = () => {
  const send = async () => undefined;
  const mail = tracedCalls('mail server', { name: 'none', send, close: send }, ['send']);
  return {
    database: shop.database,
    identity: shop.identity,
    saleCodes: shop.saleCodes,
    alertLinks: shop.alertLinks,
    mail,
    clock: { now: () => new Date() },
    origin: () => 'https://shop.test',
    imageHost: servedPictures,
  };
};

it('a booking is one trace from the browser over request and statements to its mail', async () => {
  const seller = await shop.make.user({ role: 'seller' });
  const buyer = await shop.make.user({ email: 'ada.lovelace@example.org' });
  const productId = await shop.make.product(seller.id);
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/api/bookings',
    headers: { ...(await shop.as(buyer)), traceparent: `00-${traceId}-${browserSpan}-01` },
    payload: { productId, price: 120.5, phone: '555-0199', location: 'Under the clock' },
  });
  expect(reply.statusCode, reply.body).toBe(201);
  expect(reply.headers['x-request-id']).toBe(traceId);
  await shop.app.inject({ url: '/api/products?status=advertise' });
  // As a page of ours sends it.
  const ofPage = { 'x-request-id': 'b6f2c1d0-0b1c-4f5e-9d51-2f6d0c9a7e31' };
  await shop.app.inject({ url: '/api/search?q=trumpet', headers: ofPage });
  await sendMails(sending(), ['booked']);
  const jobs = await startJobs({
    ...(sending() as unknown as Parameters<typeof startJobs>[0]),
    jobs: { 'mails-sent': { ...scheduledJobs['mails-sent'], run: async () => 3 } },
    log: { ...log, error: vi.fn() },
  });
  await shop.database.sql`update job_runs set due_at = now() where name = 'mails-sent'`;
  await expect
    .poll(
      async () => {
        const [job] = await shop.database
          .sql`select last_items as items from job_runs where name = 'mails-sent'`;
        return job?.items;
      },
      { timeout: 20_000 },
    )
    .toBe(3);
  await jobs.stop();
  await tracing.stop();

  expect(headersSeen).toEqual(['/v1/traces', 'Bearer of the collector']);
  expect(bodies.join()).toContain('tracing-test');
  const ofBooking = spans.filter((span) => span.traceId === traceId);
  const request = ofBooking.find(({ name }) => name === 'POST /api/bookings');
  expect(request?.parentSpanId).toBe(browserSpan);
  expect(attributesOf(request)).toMatchObject({ 'http.route': '/api/bookings' });
  const byId = new Map(ofBooking.map((span) => [span.spanId, span]));
  const wayUp = (name: string) => {
    const names: string[] = [];
    for (let span = ofBooking.find((one) => one.name === name); span; ) {
      names.push(span.name);
      span = byId.get(span.parentSpanId ?? '');
    }
    return names;
  };
  expect(wayUp('insert bookings')).toEqual([
    'insert bookings',
    'transaction',
    'POST /api/bookings',
  ]);
  expect(wayUp('mail server send')).toEqual(['mail server send', 'mail']);
  expect(spans.find(({ name }) => name === 'job mails-sent')).toBeDefined();
  // A read of a browser that sends no id, which is a trace of its own.
  const read = spans.find(({ name }) => name === 'GET /api/products');
  expect(read?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(read?.traceId).not.toBe(traceId);

  expect(spans.find(({ name }) => name === 'GET /api/search')?.traceId).toBe(
    'b6f2c1d00b1c4f5e9d512f6d0c9a7e31',
  );

  const sent = bodies.join();
  for (const secret of ['ada.lovelace', '555-0199', 'Under the clock', buyer.id, productId]) {
    expect(sent).not.toContain(secret);
  }
});

describe('a collector that is away', () => {
  it('a collector that is away costs spans, one line in the log, and no request', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    log.warn.mockClear();
    const away = startTracing(settingsFor(port), log);
    const other = await createTestShop();
    for (let n = 0; n < 20; n += 1) {
      const { statusCode } = await other.app.inject({ url: '/api/products?status=advertise' });
      expect(statusCode).toBe(200);
    }
    await other.close();
    // The exporter gives a batch up after some attempts of its own.
    await expect.poll(() => log.warn.mock.calls.length, { timeout: 90_000 }).toBe(1);
    await away.stop();
    expect(log.warn.mock.calls).toHaveLength(1);
  }, 120_000);
});

function attributesOf(span: Span | undefined): Record<string, unknown> {
  return Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}
