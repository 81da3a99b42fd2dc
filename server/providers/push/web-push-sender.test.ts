import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FakePushService,
  newPushDevice,
  startFakePushService,
} from '../../testing/fake-push-service.ts';
import type { PushSender } from './port.ts';
import { createWebPushSender } from './web-push-sender.ts';

let service: FakePushService;
let sender: PushSender;

beforeAll(async () => {
  service = await startFakePushService();
  const origin = () => 'https://shop.test';
  sender = await createWebPushSender({ secret: 'one', origin, services: [service.url] });
});
afterAll(() => service.close());

const message = { payload: '{"web_push":8030}', topic: 'about-the-violin', ttlSeconds: 86_400 };

describe('the sender of notifications', () => {
  it('a message is encrypted for the browser, signed with the address of the shop, and kept for a day', async () => {
    expect(await sender.send(service.subscribe(), message)).toEqual({ outcome: 'accepted' });
    const received = service.received.at(-1);
    expect(received).toMatchObject({
      payload: message.payload,
      key: sender.publicKey,
      claims: { aud: service.url, sub: 'https://shop.test' },
      headers: { ttl: '86400', topic: 'about-the-violin', 'content-encoding': 'aes128gcm' },
    });
    const hoursLeft = ((received?.claims.exp ?? 0) * 1_000 - Date.now()) / 3_600_000;
    // Apple takes no more than 24 hours.
    expect(hoursLeft).toBeGreaterThan(1);
    expect(hoursLeft).toBeLessThanOrEqual(24);
  });

  it.each([
    [404, { outcome: 'gone' }],
    [410, { outcome: 'gone' }],
    [429, { outcome: 'later', fault: 'HTTP 429', waitMs: 120_000 }],
    [503, { outcome: 'later', fault: 'HTTP 503', waitMs: 120_000 }],
    [403, { outcome: 'refused', status: 403, reason: 'BadJwtToken' }],
    [301, { outcome: 'refused', status: 301, reason: 'BadJwtToken' }],
  ])('an answer of %i is told as it is meant', async (status, expected) => {
    const headers = { 'retry-after': '120', location: 'http://127.0.0.1:1/' };
    service.answers.push({ status, headers, body: 'BadJwtToken' });
    expect(await sender.send(service.subscribe(), message)).toEqual(expected);
  });

  it('a push service that is away is asked later', async () => {
    const away = newPushDevice('http://127.0.0.1:1');
    expect(await sender.send(away, message)).toMatchObject({ outcome: 'later' });
  });

  it('the keys of the shop are the same after each start, and others with another secret', async () => {
    const origin = () => 'https://shop.test';
    const again = await createWebPushSender({ secret: 'one', origin });
    const other = await createWebPushSender({ secret: 'two', origin });
    expect(again.publicKey).toBe(sender.publicKey);
    expect(other.publicKey).not.toBe(sender.publicKey);
    expect(Buffer.from(sender.publicKey, 'base64url')).toHaveLength(65);
  });

  it.each([
    ['https://fcm.googleapis.com/fcm/send/1', true],
    ['https://web.push.apple.com/1', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/1', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=1', true],
    ['http://fcm.googleapis.com/fcm/send/1', false],
    ['https://fcm.googleapis.com:8443/1', false],
    ['https://user:word@fcm.googleapis.com/1', false],
    ['https://fcm.googleapis.com.evil.example/1', false],
    ['https://evilpush.apple.com/1', false],
    ['https://evil.example/push.apple.com', false],
    ['http://169.254.169.254/latest', false],
    ['no address', false],
  ])('an endpoint is taken from known push services alone: %s %s', (endpoint, isTaken) => {
    expect(sender.accepts({ ...newPushDevice(), endpoint })).toBe(isTaken);
  });

  it('keys that cannot encrypt are not taken', () => {
    const device = newPushDevice();
    const point = Buffer.alloc(65, 7).toString('base64url');
    expect(sender.accepts({ ...device, p256dh: point })).toBe(false);
    expect(sender.accepts({ ...device, auth: 'AAAA' })).toBe(false);
    expect(sender.accepts(device)).toBe(true);
  });
});
