/*
 * Types of a service worker, for what ours uses: TypeScript's own would turn the server's globals into a browser's.
 */
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerRequest {
  method: string;
  mode: string;
  url: string;
}

interface FetchEvent extends Lasting {
  request: WorkerRequest;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface PushEvent extends Lasting {
  data: { json(): unknown } | null;
}

interface ClickEvent extends Lasting {
  notification: { data: unknown; close(): void };
}

interface Window {
  url: string;
  focus(): Promise<unknown>;
}

interface InstallEvent extends Lasting {
  /** Chromium alone has it. */
  addRoutes?: (
    routes: readonly { condition: { requestMode: string }; source: 'network' }[],
  ) => Promise<void>;
}

export interface WorkerScope {
  location: { origin: string };
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    unregister(): Promise<boolean>;
    showNotification(title: string, options: object): Promise<void>;
  };
  clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', handle: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', handle: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', handle: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', handle: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', handle: (event: ClickEvent) => void): void;
}

/** A page of the shop without a connection, by the prefix of its language. */
export interface OfflinePage {
  prefix: string;
  html: string;
  policy: string;
}

/**
 * The service worker. It is sent to browsers as the text of this function, so it uses nothing outside itself.
 *
 * It takes part in the loading of pages alone, which it leaves to the network: the browser begins the request while the
 * worker starts (navigation preload). Without a connection it shows the page that it brought along; it stores nothing.
 *
 * And it shows the notifications that the shop sends (`server/features/push`).
 */
export function runWorker(
  self: WorkerScope,
  { pages, name, icon }: { pages: readonly OfflinePage[]; name: string; icon: string },
): void {
  self.addEventListener('install', (event) => {
    event.waitUntil(self.skipWaiting());
    const others = ['cors', 'no-cors', 'same-origin'];
    const routes = others.map(
      (requestMode) => ({ condition: { requestMode }, source: 'network' }) as const,
    );
    if (event.addRoutes) event.waitUntil(event.addRoutes(routes).catch(() => undefined));
  });

  self.addEventListener('activate', (event) => {
    const { navigationPreload } = self.registration;
    if (navigationPreload) event.waitUntil(navigationPreload.enable());
  });

  self.addEventListener('fetch', (event) => {
    const { request, preloadResponse } = event;
    if (request.mode !== 'navigate' || request.method !== 'GET') return;
    // The types of Node's `fetch` know no request of a browser.
    const load = () => fetch(request as unknown as Request);
    event.respondWith(
      preloadResponse
        .then((response) => response ?? load())
        .catch(() => offlineResponse(request.url)),
    );
  });

  self.addEventListener('push', (event) => {
    const { title, navigate, ...options } = contentOf(event);
    // A browser ends the subscription of a worker that shows nothing.
    event.waitUntil(
      self.registration.showNotification(title, { ...options, icon, data: navigate }),
    );
  });

  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openPage(String(event.notification.data ?? '/')));
  });

  /** Goes to a window that shows the page already, or opens one. */
  async function openPage(address: string): Promise<unknown> {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const shown = windows.find(({ url }) => url === address);
    return shown ? shown.focus() : self.clients.openWindow(address);
  }

  /** As `payloadOf` of the server writes it. */
  function contentOf({ data }: PushEvent): { title: string; navigate?: string } {
    try {
      if (data !== null) return (data.json() as { notification: { title: string } }).notification;
    } catch {
      // Not from this version of the shop.
    }
    return { title: name };
  }

  function offlineResponse(address: string): Response {
    const [, first] = /^(\/[^/]*)/.exec(new URL(address).pathname) ?? [];
    const page = pages.find(({ prefix }) => prefix === first) ?? pages[0];
    if (!page) return Response.error();
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.policy,
    };
    return new Response(page.html, { status: 503, headers });
  }
}

/** What a browser gets in its place when the shop has none any more: the worker removes itself. */
export function removeWorker(self: WorkerScope): void {
  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
}
