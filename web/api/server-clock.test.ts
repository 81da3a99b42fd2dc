import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServerClock } from './server-clock.ts';

const serverTime = new Date('2026-11-21T12:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(serverTime.getTime() + 3 * dayMs) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the clock of the server', () => {
  it('the server’s clock is the device’s until a reply has said the time, and then advances by itself', () => {
    const clock = createServerClock();
    expect(clock.now()).toBe(Date.now());
    clock.readDate(serverTime.toUTCString());
    expect(clock.now()).toBe(serverTime.getTime());
    vi.advanceTimersByTime(hourMs);
    expect(clock.now()).toBe(serverTime.getTime() + hourMs);
  });

  it('the server’s clock does not change with that of the device', () => {
    const clock = createServerClock();
    clock.readDate(serverTime.toUTCString());
    vi.setSystemTime(serverTime.getTime() - 3 * dayMs);
    expect(clock.now()).toBe(serverTime.getTime());
  });

  it('the server’s clock is not set back by a cached reply, or by one without a date', () => {
    const clock = createServerClock();
    const corrected = vi.fn();
    clock.readDate(serverTime.toUTCString());
    clock.subscribe(corrected);
    clock.readDate(new Date(serverTime.getTime() - hourMs).toUTCString());
    clock.readDate(null);
    expect(clock.now()).toBe(serverTime.getTime());
    expect(corrected).not.toHaveBeenCalled();
    clock.readDate(new Date(serverTime.getTime() + hourMs).toUTCString());
    expect(clock.now()).toBe(serverTime.getTime() + hourMs);
    expect(corrected).toHaveBeenCalledOnce();
  });

  it('the server is asked once when no reply has said the time', async () => {
    const server = vi.fn(async () => {
      return new Response(null, { headers: { date: serverTime.toUTCString() } });
    });
    vi.stubGlobal('fetch', server);
    const clock = createServerClock();
    clock.ask();
    clock.ask();
    await vi.advanceTimersByTimeAsync(0);
    expect(clock.now()).toBe(serverTime.getTime());
    clock.ask();
    expect(server).toHaveBeenCalledOnce();
  });
});
