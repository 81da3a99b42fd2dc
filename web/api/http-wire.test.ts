import { describe, expect, it } from 'vitest';
import { addressOfCall, nextCursorOf, refusalOf } from './http-wire.ts';

describe('the URL of a call', () => {
  it('the URL of a call has its path and query filled in and escaped', () => {
    expect(
      addressOfCall('/api', '/products/{id}', { name: 'readProduct', params: { id: '../x' } }),
    ).toBe('/api/products/..%2Fx');
    expect(
      addressOfCall('/api', '/products', {
        name: 'listAdvertised',
        query: { status: 'advertise', limit: 3 },
      }),
    ).toBe('/api/products?status=advertise&limit=3');
  });

  it('the URL of a call leaves out what is undefined', () => {
    expect(
      addressOfCall('/api', '/products', { name: 'listAdvertised', query: { cursor: undefined } }),
    ).toBe('/api/products');
  });

  it('a missing path parameter throws', () => {
    expect(() => addressOfCall('/api', '/products/{id}', { name: 'readProduct' })).toThrow(
      'needs the parameter id',
    );
  });
});

describe('the next cursor', () => {
  it.each([
    ['</api/products?cursor=abc>; rel="next"', 'abc'],
    ['<https://shop.test/api/products?limit=2&cursor=a%3D%3D>; rel="next"', 'a=='],
    ['</api?cursor=x>; rel=next', 'x'],
    ['</api?cursor=p>; rel="prev", </api?cursor=n>; rel="next"', 'n'],
    ['</api?cursor=n>; title="a"; rel="next"', 'n'],
    ['</api?cursor=p>; rel="prev"', null],
    ['</api?limit=2>; rel="next"', null],
    ['', null],
    [null, null],
  ])('the next cursor in %j is %j', (link, cursor) => {
    expect(nextCursorOf(link)).toBe(cursor);
  });
});

describe('a refusal', () => {
  it('a refusal is read from problem+json, with the fields and flags of the specification', async () => {
    const failure = await refusalOf(
      Response.json(
        {
          type: '/problems#conflict',
          title: 'Conflict',
          status: 409,
          detail: 'Somebody was quicker',
          requestId: 'r1',
          errors: [
            { field: 'phone', message: 'Phone is Required' },
            { field: 'phone', message: 'A second message' },
            { field: 7, message: 'no field' },
          ],
          acknowledged: false,
        },
        { status: 409, headers: { 'retry-after': '5' } },
      ),
    );
    expect(failure).toMatchObject({
      status: 409,
      message: 'Somebody was quicker',
      code: 'conflict',
      requestId: 'r1',
      errors: { phone: 'Phone is Required' },
      flags: { acknowledged: false },
      retryAfterSeconds: 5,
    });
  });

  it('a refusal says what to quote when the server is at fault', async () => {
    const requestId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const refused = Response.json({ detail: 'Try again.', requestId }, { status: 503 });
    expect((await refusalOf(refused)).message).toBe('Try again. Quote this number: 4bf92f3577b3');
    const few = Response.json({ detail: 'It is gone.', requestId }, { status: 404 });
    expect((await refusalOf(few)).message).toBe('It is gone.');
  });

  it.each([
    ['text of a proxy', new Response('Bad gateway', { status: 502 })],
    ['a list', Response.json([1], { status: 502 })],
    ['null', Response.json(null, { status: 502 })],
  ])('a refusal is made from the status only when the body is %s', async (_, response) => {
    const failure = await refusalOf(response);
    expect(failure).toMatchObject({ status: 502, message: 'The shop answered 502.', errors: {} });
  });

  it('a refusal has no retry time when the header has none', async () => {
    const late = { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' };
    const failure = await refusalOf(Response.json({}, { status: 429, headers: late }));
    expect(failure.retryAfterSeconds).toBeUndefined();
    const silent = await refusalOf(Response.json({}, { status: 429 }));
    expect(silent.retryAfterSeconds).toBeUndefined();
  });
});
