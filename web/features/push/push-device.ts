import type { QueryClient } from '@tanstack/react-query';
import { workerPath } from '#contract/constants.ts';
import type { ApiClient } from '../../api/client.ts';
import { safeLocalStorage } from '../../browser-storage.ts';
import { shopHas } from '../../ui/current-shop.ts';

/** What this browser can do for notifications. `home-screen-first`: on iPhones and iPads only applications there get them. */
export type DeviceState = 'unsupported' | 'home-screen-first' | 'denied' | 'possible';

export function deviceState(): DeviceState {
  if (import.meta.env.SSR || !shopHas('push') || !navigator.serviceWorker) return 'unsupported';
  if (!('PushManager' in window && 'Notification' in window)) {
    const isApple = /iPhone|iPad/.test(navigator.userAgent) || isTouchMac();
    return isApple ? 'home-screen-first' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** As which iPads present themselves. */
const isTouchMac = () => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/** Who has turned notifications on in this browser, and as which device the shop knows it. */
interface StoredDevice {
  email: string;
  id: string;
  endpoint: string;
  atMs: number;
  /** The person has left since; the registration of the shop may have ended with the session. */
  hasLeft?: boolean;
}

/** The key of the cached list of devices. */
export const devicesKey = ['push-devices'] as const;

const storageKey = 'notifications';
const dayMs = 86_400_000;

export function storedDevice(): StoredDevice | null {
  try {
    return JSON.parse(safeLocalStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}

/** As which device the shop knows this browser, where the person has turned notifications on and still allows them. */
export function ownDeviceId(email: string): string | undefined {
  const stored = storedDevice();
  const isOn = deviceState() === 'possible' && Notification.permission === 'granted';
  return isOn && stored?.email === email ? stored.id : undefined;
}

const store = (device: StoredDevice) =>
  safeLocalStorage.setItem(storageKey, JSON.stringify(device));

/**
 * Turns notifications on in this browser. Call it after a click: the browser asks the person.
 * @returns whether the person allowed it
 */
export async function turnOn(api: ApiClient, email: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  // The push service may have ended one of which the browser still knows.
  await (await subscription())?.unsubscribe();
  await register(api, email);
  return true;
}

/** Turns them off in this browser. The shop learns it when it sends the next one, or by its list. */
export async function turnOff(): Promise<void> {
  safeLocalStorage.removeItem(storageKey);
  await (await subscription())?.unsubscribe();
}

/**
 * Brings this browser in line with the person who uses it now: registers it again for the person who had turned
 * notifications on, because browsers renew their subscriptions, and ends the subscription when they have left.
 * @param email null when no one is signed in
 */
export async function syncDevice(
  api: ApiClient,
  email: string | null,
  client: QueryClient,
): Promise<void> {
  const stored = storedDevice();
  const known = await subscription();
  if (stored === null || stored.email !== email) {
    if (stored) store({ ...stored, hasLeft: true });
    await known?.unsubscribe();
    return;
  }
  const isSame = known?.endpoint === stored.endpoint && !stored.hasLeft;
  if (isSame && Date.now() - stored.atMs < dayMs) return;
  if (isSame) {
    const devices = await api.call('listPushDevices', { query: { email } });
    // The person has removed it in the profile, from another device.
    if (!devices.some(({ _id }) => _id === stored.id)) return turnOff();
  }
  await register(api, email);
  // The profile may have read the list before.
  await client.invalidateQueries({ queryKey: devicesKey });
}

async function register(api: ApiClient, email: string): Promise<void> {
  const { key } = await api.call('readPushKey', {});
  const { pushManager } = await activeWorker();
  const known = await pushManager.getSubscription();
  const isOfKey = known && base64url(known.options.applicationServerKey) === key;
  if (known && !isOfKey) await known.unsubscribe();
  const subscribed = isOfKey
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint } = subscribed;
  const keys = {
    p256dh: base64url(subscribed.getKey('p256dh')),
    auth: base64url(subscribed.getKey('auth')),
  };
  const { insertedId } = await api.call('registerPushDevice', { body: { endpoint, keys } });
  const before = storedDevice();
  store({ email, id: insertedId, endpoint, atMs: Date.now() });
  // Its subscription has ended. The shop has not noticed when nothing was sent to it since.
  if (before?.email === email && before.id !== insertedId) {
    const params = { id: before.id };
    await api.call('removePushDevice', { params }).catch(() => undefined);
  }
}

/** `ready` waits for ever where no worker was registered, such as when that failed at the start of the page. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' });
  return await navigator.serviceWorker.ready;
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration ? registration.pushManager.getSubscription() : null;
}

function base64url(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
