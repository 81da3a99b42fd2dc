import { describe, expect, it } from 'vitest';
import { ReadFailure } from '#contract/shop/page.ts';
import { createClient } from './client.ts';
import { CallFailure } from './failures.ts';
import { guestTransport } from './guest-transport.ts';

const refusing = (failure: unknown) =>
  createClient(
    guestTransport(async () => {
      throw failure;
    }),
  ).call('readProduct', { params: { id: 'x' } });

describe('a read during server rendering', () => {
  it('a server read passes the input of the call, and the cursor of the next page', async () => {
    const asked: unknown[] = [];
    const client = createClient(
      guestTransport(async (...call) => {
        asked.push(call);
        return { reply: [], nextCursor: 'x' } as never;
      }),
    );
    const page = await client.callPage('listAdvertised', { query: { status: 'advertise' } });
    expect(page).toEqual({ items: [], nextCursor: 'x' });
    expect(asked).toStrictEqual([['listAdvertised', { query: { status: 'advertise' } }]]);
  });

  it('a server read is refused as it would be over HTTP', async () => {
    const outcome = refusing(new ReadFailure(404, 'There is nothing here'));
    await expect(outcome).rejects.toBeInstanceOf(CallFailure);
    await expect(outcome).rejects.toMatchObject({ status: 404, message: 'There is nothing here' });
  });

  it('a refusal is recognised by name, because the server is another bundle', async () => {
    const foreign = Object.assign(new Error('no'), { name: 'ReadFailure', status: 503 });
    await expect(refusing(foreign)).rejects.toBeInstanceOf(CallFailure);
  });

  it('an internal error is passed on unchanged', async () => {
    const fault = new TypeError('x is undefined');
    await expect(refusing(fault)).rejects.toBe(fault);
  });
});
