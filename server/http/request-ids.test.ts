import { afterAll, describe, expect, it } from 'vitest';
import { sendMails } from '../jobs/outbox/send-mails.ts';
import { mailSending } from '../testing/mail-sending.ts';
import { createTestShop } from '../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const idOf = async (headers: Record<string, string>) =>
  (await shop.app.inject({ url: '/api/products?status=advertise', headers })).headers[
    'x-request-id'
  ];

describe('the id of a request', () => {
  it('a request id is the trace id that the browser sends, in reply and log', async () => {
    expect(await idOf({ traceparent: `00-${traceId}-${spanId}-01` })).toBe(traceId);
    expect(shop.logged.find(({ reqId }) => reqId === traceId)).toMatchObject({ msg: 'request' });
  });

  it('a request id can be made by a proxy', async () => {
    expect(await idOf({ 'x-request-id': 'b6f2c1d0-0b1c-4f5e-9d51-2f6d0c9a7e31' })).toBe(
      'b6f2c1d0-0b1c-4f5e-9d51-2f6d0c9a7e31',
    );
  });

  it.each([
    [{ traceparent: `00-${'0'.repeat(32)}-${spanId}-01` }],
    [{ traceparent: `00-${traceId}-${'0'.repeat(16)}-01` }],
    [{ traceparent: `00-${traceId.toUpperCase()}-${spanId}-01` }],
    [{ traceparent: `ff-${traceId}-${spanId}-01` }],
    [{ 'x-request-id': 'short' }],
    [{ 'x-request-id': 'with a space and\ttab in it' }],
    [{ 'x-request-id': 'x'.repeat(65) }],
  ])('a request id is made here when %j is not well formed', async (headers) => {
    expect(await idOf(headers)).toMatch(/^[\w-]{8}-[0-9a-z]+$/);
  });
});

it('the mails of a booking have the id of its request, and so has the log line of sending them', async () => {
  const seller = await shop.make.user({ role: 'seller' });
  const productId = await shop.make.product(seller.id);
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/api/bookings',
    headers: {
      ...(await shop.as(await shop.make.user())),
      traceparent: `00-${traceId}-${spanId}-01`,
    },
    payload: { productId, price: 120.5, phone: '555-0199', location: 'Under the clock' },
  });
  expect(reply.statusCode, reply.body).toBe(201);
  const queued = await shop.database.sql`
    select distinct request_id as id from queued_mails where subject_id = ${reply.json().insertedId}`;
  expect(queued).toEqual([{ id: traceId }]);

  const lines: unknown[] = [];
  const log = {
    info: (line: unknown) => lines.push(line),
    warn: (line: unknown) => lines.push(line),
  };
  await sendMails(mailSending(shop, [], { log }), ['booked']);
  expect(lines).toContainEqual(expect.objectContaining({ kind: 'booked', reqId: traceId }));
});

it('a page that cannot be rendered says by which number its log line is found', async () => {
  const broken = await createTestShop({
    pages: {
      inline: { scripts: [], styles: [] },
      render: async () => {
        throw new Error('broken');
      },
    },
  });
  const reply = await broken.app.inject({ url: '/about' });
  const id = String(reply.headers['x-request-id']);
  expect(reply.body).toContain(`Quote this number: ${id}`);
  expect(broken.logged.some(({ reqId, level }) => reqId === id && level === 50)).toBe(true);
  await broken.close();
});
