import type { BrowserContext, Page } from '@playwright/test';
import type { FakePushService } from '../../server/testing/fake-push-service.ts';

interface Allowed {
  permission: NotificationPermission;
  /** What the person answers when the browser asks. */
  answer: NotificationPermission;
}

/**
 * Lets the pages of a context subscribe to notifications at this push service: headless browsers show none, and have no
 * push service. Everything else, such as the service worker, is the browser's own.
 */
export async function allowNotifications(
  context: BrowserContext,
  service: FakePushService,
  { permission, answer }: Allowed = { permission: 'default', answer: 'granted' },
): Promise<void> {
  await context.exposeFunction('e2eSubscribe', () => {
    const { endpoint, p256dh, auth } = service.subscribe();
    return { endpoint, p256dh, auth };
  });
  await context.addInitScript(replaceNotifications, { permission, answer });
}

/** The address at which this browser is subscribed; null when it is not. */
export function subscribedAt(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    return (await pushManager.getSubscription())?.endpoint ?? null;
  });
}

/** Runs in the page, before its own scripts. */
function replaceNotifications(allowed: Allowed): void {
  interface Stored {
    endpoint: string;
    p256dh: string;
    auth: string;
    applicationServerKey: string;
  }
  const permissionKey = 'e2e-permission';
  const subscriptionKey = 'e2e-subscription';
  const bytesOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    ).buffer;
  const permission = () =>
    (localStorage.getItem(permissionKey) ?? allowed.permission) as NotificationPermission;
  Object.defineProperty(Notification, 'permission', { get: permission });
  Notification.requestPermission = async () => {
    if (permission() === 'default') localStorage.setItem(permissionKey, allowed.answer);
    return permission();
  };
  const subscriptionOf = (stored: Stored) => ({
    endpoint: stored.endpoint,
    options: {
      userVisibleOnly: true,
      applicationServerKey: bytesOf(stored.applicationServerKey),
    },
    getKey: (name: 'p256dh' | 'auth') => bytesOf(stored[name]),
    async unsubscribe() {
      localStorage.removeItem(subscriptionKey);
      return true;
    },
  });
  const known = () => {
    const stored = localStorage.getItem(subscriptionKey);
    return stored === null ? null : subscriptionOf(JSON.parse(stored));
  };
  const { e2eSubscribe } = window as unknown as {
    e2eSubscribe: () => Promise<Omit<Stored, 'applicationServerKey'>>;
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => known(),
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      if (permission() !== 'granted') throw new DOMException('Not allowed', 'NotAllowedError');
      if (!known()) {
        const stored = { ...(await e2eSubscribe()), applicationServerKey };
        localStorage.setItem(subscriptionKey, JSON.stringify(stored));
      }
      return known();
    },
  });
}
