import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  signInStartMessage,
  signInStartPath,
  signInWindowMessage,
} from '#contract/identity/identity.ts';
import { signInInPopup } from './google-popup.ts';

const origin = 'https://reprise.test';

/** A browser with a page of ours and a window that it may open. */
function browser({ isBlocked = false } = {}) {
  const page = new EventTarget();
  const opened = {
    closed: false,
    location: { replace: vi.fn() },
    focus: vi.fn(),
    close: vi.fn(() => {
      opened.closed = true;
    }),
  };
  const open = vi.fn((_url: string, _name: string, _features: string) =>
    isBlocked ? null : opened,
  );
  vi.stubGlobal('window', { open });
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  for (const name of ['screenX', 'screenY', 'outerWidth', 'outerHeight'])
    vi.stubGlobal(name, 1_000);
  const tell = (message: object) =>
    page.dispatchEvent(Object.assign(new Event('message'), message));
  return { open, opened, tell };
}

const report = (error: string | null = null) => ({ type: signInWindowMessage, error });
const started = { type: signInStartMessage };
const address = async () => 'https://accounts.google.test/';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the Google sign-in popup', () => {
  it('the popup is 500 by 600, opens before its URL is known, and resolves with its message', async () => {
    const { open, opened, tell } = browser();
    const asked = signInInPopup(address);
    expect(open).toHaveBeenCalledTimes(1);
    expect(open.mock.lastCall?.[2]).toContain('width=500,height=600');
    tell({ source: opened, origin, data: started });
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.location.replace).toHaveBeenCalledExactlyOnceWith(
      'https://accounts.google.test/',
    );
    tell({ source: opened, origin, data: report() });
    await expect(asked).resolves.toBeUndefined();
    expect(opened.closed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the popup opens at a page of the shop and goes to Google only when that page asks', async () => {
    const { open, opened, tell } = browser();
    const asked = signInInPopup(address);
    expect(open.mock.lastCall?.[0]).toBe(signInStartPath);
    await vi.advanceTimersByTimeAsync(1_000);
    tell({ source: opened, origin: 'https://evil.test', data: started });
    tell({ source: {}, origin, data: started });
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.location.replace).not.toHaveBeenCalled();
    tell({ source: opened, origin, data: started });
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.location.replace).toHaveBeenCalledTimes(1);
    tell({ source: opened, origin, data: report() });
    await asked;
  });

  it('a popup that is already open is sent on once, however often its page asks', async () => {
    const { open, opened, tell } = browser();
    const asked = signInInPopup(address, opened as unknown as Window);
    expect(open).not.toHaveBeenCalled();
    for (let times = 0; times < 3; times += 1) tell({ source: opened, origin, data: started });
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.location.replace).toHaveBeenCalledTimes(1);
    tell({ source: opened, origin, data: report() });
    await asked;
  });

  it('a popup blocker is reported', async () => {
    browser({ isBlocked: true });
    await expect(signInInPopup(address)).rejects.toMatchObject({ code: 'popup-blocked' });
  });

  it('a popup that the user closed is reported', async () => {
    const { opened } = browser();
    const asked = expect(signInInPopup(address)).rejects.toMatchObject({
      code: 'popup-closed-by-user',
    });
    await vi.advanceTimersByTimeAsync(0);
    opened.closed = true;
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
  });

  it('a popup closed while the page was still loading is reported the same way', async () => {
    const { opened } = browser();
    opened.closed = true;
    const asked = expect(signInInPopup(address, opened as unknown as Window)).rejects.toMatchObject(
      { code: 'popup-closed-by-user' },
    );
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
  });

  it('the reason of a failed sign-in is reported', async () => {
    const { opened, tell } = browser();
    const asked = expect(signInInPopup(address)).rejects.toMatchObject({
      code: 'email-not-verified',
    });
    await vi.advanceTimersByTimeAsync(0);
    tell({ source: opened, origin, data: report('email-not-verified') });
    await asked;
  });

  it('other windows, other origins and other messages are ignored', async () => {
    const { opened, tell } = browser();
    const asked = expect(signInInPopup(address)).rejects.toMatchObject({
      code: 'popup-closed-by-user',
    });
    await vi.advanceTimersByTimeAsync(0);
    tell({ source: {}, origin, data: report() });
    tell({ source: opened, origin: 'https://evil.test', data: report() });
    tell({ source: opened, origin, data: { type: 'hello' } });
    opened.closed = true;
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
  });

  it('the popup is closed again when its URL cannot be loaded', async () => {
    const { opened } = browser();
    const refused = signInInPopup(() => Promise.reject(new Error('refused')));
    await expect(refused).rejects.toThrow('refused');
    expect(opened.closed).toBe(true);
  });
});
