import { beforeEach, describe, expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';

let isCurrent = true;
let cache: ResponseCache;
let made = 0;

beforeEach(() => {
  isCurrent = true;
  made = 0;
  cache = new ResponseCache({ isCurrent: () => isCurrent, maxBytes: 20_000 });
});

const make = (tags = ['lists'], status = 200, body = '') => {
  made += 1;
  return Promise.resolve({ status, body: `${made} ${body}`, headers: {}, tags, route: '/*' });
};
const ask = async (key: string, tags?: string[]) =>
  (await cache.getOrMake(key, () => make(tags))).body.toString().trim();

it('a cached response is returned until one of its tags is invalidated', async () => {
  expect(await ask('/a', ['lists', 'product:1'])).toBe('1');
  expect(await ask('/a')).toBe('1');
  cache.forget(['product:2']);
  expect(await ask('/a')).toBe('1');
  cache.forget(['product:1']);
  expect(await ask('/a')).toBe('2');
});

it('no responses are read or stored while changes may be missed', async () => {
  expect(await ask('/a')).toBe('1');
  isCurrent = false;
  expect(cache.get('/a')).toBeUndefined();
  expect(await ask('/a')).toBe('2');
  expect(await ask('/b')).toBe('3');
  isCurrent = true;
  expect(cache.get('/b')).toBeUndefined();
});

it('stale responses are returned while the database is away, for an hour and not longer', async () => {
  let awaySeconds: number | undefined;
  cache = new ResponseCache({
    isCurrent: () => isCurrent,
    awaySeconds: () => awaySeconds,
    maxBytes: 20_000,
  });
  await ask('/a');
  isCurrent = false;
  awaySeconds = 3_600;
  const stale = cache.get('/a');
  expect(stale?.body.toString().trim()).toBe('1');
  expect(stale?.headers).toEqual({ age: '3600', warning: '110 - "Response is Stale"' });
  expect(await ask('/a')).toBe('1');
  awaySeconds = 3_601;
  expect(cache.get('/a')).toBeUndefined();
  isCurrent = true;
  expect(cache.get('/a')?.headers).toEqual({});
});

describe('the first read that finds the database away', () => {
  const outage = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const refuse = () => Promise.reject(outage);
  const unavailable = () => make(['lists'], 503);

  beforeEach(async () => {
    cache = new ResponseCache({
      isCurrent: () => isCurrent,
      awaySeconds: (hasReadFailed) => (hasReadFailed ? 2 : undefined),
      maxBytes: 20_000,
    });
    await ask('/a');
    isCurrent = false;
  });

  it.each([
    ['by an error of the driver', refuse],
    ['by a page that says so', unavailable],
  ])('the first read without a database returns stale responses: %s', async (_how, fail) => {
    const stale = await cache.getOrMake('/a', fail);
    expect(stale.body.toString().trim()).toBe('1');
    expect(stale.headers).toEqual({ age: '2', warning: '110 - "Response is Stale"' });
  });

  it('the first read without a database reports responses that are not cached', async () => {
    await expect(cache.getOrMake('/b', refuse)).rejects.toBe(outage);
    expect((await cache.getOrMake('/b', unavailable)).status).toBe(503);
  });

  it('the first read without a database does not hide another failure', async () => {
    const bug = new Error('a bug');
    await expect(cache.getOrMake('/a', () => Promise.reject(bug))).rejects.toBe(bug);
  });
});

it('a response is made once for concurrent requests', async () => {
  const responses = await Promise.all([ask('/a'), ask('/a'), ask('/a')]);
  expect(responses).toEqual(['1', '1', '1']);
});

it('a response whose tag was invalidated while it was made is not stored', async () => {
  let finish = () => {};
  const started = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = cache.getOrMake('/a', async () => {
    await started;
    return make();
  });
  cache.forget(['lists']);
  const fresh = await ask('/a');
  finish();
  await slow;
  expect(made).toBe(2);
  expect(cache.get('/a')?.body.toString().trim()).toBe(fresh);
});

it('a response is stored while other tags than its own are invalidated', async () => {
  const finish: (() => void)[] = [];
  const makeSlowly = (key: string, tags: string[]) =>
    cache.getOrMake(key, async () => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return make(tags);
    });
  const slow = [makeSlowly('/a', ['product:1']), makeSlowly('/b', ['product:2'])];
  cache.forget(['product:2']);
  slow.push(makeSlowly('/c', ['product:2']));
  for (const end of finish) end();
  await Promise.all(slow);
  const isStored = (key: string) => cache.get(key) !== undefined;
  expect(['/a', '/b', '/c'].map(isStored)).toEqual([true, false, true]);
});

it('no response is stored that was being made when everything, or very much, was invalidated', async () => {
  const invalidations = [
    () => cache.forgetAll(),
    () => cache.forget(Array.from({ length: 50_000 }, (_, number) => `product:${number}`)),
  ];
  for (const invalidate of invalidations) {
    const slow = cache.getOrMake('/a', async () => {
      invalidate();
      return make();
    });
    await slow;
    expect(cache.get('/a')).toBeUndefined();
  }
});

it('refusals, and responses larger than the cache, are not stored', async () => {
  await cache.getOrMake('/missing', () => make([], 404));
  expect(cache.get('/missing')).toBeUndefined();
  await cache.getOrMake('/huge', () => make(['lists'], 200, 'x'.repeat(20_000)));
  expect(cache.get('/huge')).toBeUndefined();
});

it('a failure is not stored', async () => {
  await expect(cache.getOrMake('/a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await ask('/a')).toBe('1');
});

it('all responses can be invalidated together', async () => {
  await ask('/a');
  await ask('/b', ['product:1']);
  cache.forgetAll();
  expect(cache.get('/a')).toBeUndefined();
  expect(cache.get('/b')).toBeUndefined();
});

it('keys count towards the limit of the cache', async () => {
  const keys = Array.from({ length: 20 }, (_, n) => `/${n}?${'0'.repeat(450)}`);
  for (const key of keys) await ask(key);
  const kept = keys.filter((key) => cache.get(key));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length * 900).toBeLessThan(20_000);
  // The same responses with short keys take less.
  cache.forgetAll();
  const short = Array.from({ length: 20 }, (_, n) => `/${n}`);
  for (const key of short) await ask(key);
  expect(short.filter((key) => cache.get(key)).length).toBeGreaterThan(kept.length);
});

it('a response with a very long address is made, and not stored', async () => {
  const key = `/${'x'.repeat(600)}`;
  expect(await ask(key)).toBe('1');
  expect(cache.get(key)).toBeUndefined();
  expect(await ask(key)).toBe('2');
});
