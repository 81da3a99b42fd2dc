import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { workerPath } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { defaultLoadedShop, type LoadedShop } from '../../core/loaded-shop.ts';
import { englishOnly, loadedLanguage } from '../../core/shop-language.ts';
import { serveWorker } from './service-worker.ts';

const offline = msg`You are offline`.id;
const languages = [
  ...englishOnly,
  loadedLanguage({ tag: 'ar', prefix: '/ar' }, { [offline]: 'أنت غير متصل' }),
];
const origin = 'https://shop.test';

afterEach(() => vi.unstubAllGlobals());

/** The worker of a shop, running as in a browser, whose network gives what `network` gives. */
async function startWorker(shop: LoadedShop, network: () => Promise<Response>) {
  const app = Fastify();
  serveWorker(app, { shop, languages });
  const reply = await app.inject(workerPath);
  await app.close();
  const handlers = new Map<string, (event: object) => void>();
  const registration = {
    navigationPreload: { enable: vi.fn(async () => undefined) },
    unregister: vi.fn(async () => true),
    showNotification: vi.fn(async () => undefined),
  };
  const clients = {
    matchAll: async () => [{ url: `${origin}/open`, focus }],
    openWindow: vi.fn(async () => undefined),
  };
  const self = {
    registration,
    clients,
    skipWaiting: async () => undefined,
    addEventListener: (type: string, handle: (event: object) => void) => handlers.set(type, handle),
  };
  const fetched = vi.fn(network);
  new Function('self', 'fetch', reply.body)(self, fetched);
  return {
    reply,
    registration,
    clients,
    fetched,
    has: (type: string) => handlers.has(type),
    async dispatch(type: string, event: object = {}) {
      const work: unknown[] = [];
      handlers.get(type)?.({ ...event, waitUntil: (one: unknown) => work.push(one) });
      await Promise.all(work);
    },
    /** @returns undefined when the worker leaves the request to the browser */
    async load(
      path: string,
      {
        mode = 'navigate',
        method = 'GET',
        preload = async (): Promise<Response | undefined> => undefined,
      } = {},
    ) {
      let response: Promise<Response> | undefined;
      handlers.get('fetch')?.({
        request: { mode, method, url: origin + path },
        preloadResponse: preload(),
        respondWith: (given: Promise<Response>) => {
          response = given;
        },
      });
      return response;
    },
  };
}

const focus = vi.fn();
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
const page = async () => new Response('the page');

describe('the service worker', () => {
  it('the worker shows a page without a connection in the language of the address, and stores nothing', async () => {
    const worker = await startWorker(defaultLoadedShop, noNetwork);
    const [english, arabic] = [
      await worker.load('/search?q=oud'),
      await worker.load('/ar/products/1'),
    ];
    expect(english?.status).toBe(503);
    expect(await english?.text()).toMatch(/<html lang="en" dir="ltr">[\s\S]*<h1>You are offline</);
    expect(await arabic?.text()).toMatch(/<html lang="ar" dir="rtl">[\s\S]*<h1>أنت غير متصل</);
    expect(worker.reply.body).not.toMatch(/\bcaches\b|indexedDB/);
  });

  it('the page without a connection may run its own script and load nothing', async () => {
    const worker = await startWorker(defaultLoadedShop, noNetwork);
    const response = await worker.load('/');
    expect(response?.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  });

  it('the name and the colours of the shop are on the page without a connection, the name escaped', async () => {
    const name = '"Klang" & <b>Söhne</b></script>';
    const worker = await startWorker(
      {
        ...defaultLoadedShop,
        public: { ...defaultLoadedShop.public, name },
        mailColours: {
          accent: '#1d4b8f',
          accentOnDark: '#9cc2f5',
          button: '#123456',
          buttonText: '#ffffff',
        },
      },
      noNetwork,
    );
    const html = await (await worker.load('/'))?.text();
    expect(html).toContain(
      '<p>&quot;Klang&quot; &amp; &lt;b&gt;Söhne&lt;/b&gt;&lt;/script&gt;</p>',
    );
    expect(html).toContain('background:#123456;color:#ffffff');
    expect(html).toContain('light-dark(#1d4b8f,#9cc2f5)');
  });

  it('the browser requests pages while the worker starts, and the worker takes part in nothing else', async () => {
    const worker = await startWorker(defaultLoadedShop, page);
    await worker.dispatch('activate');
    expect(worker.registration.navigationPreload.enable).toHaveBeenCalledOnce();
    const preloaded = await worker.load('/', { preload: async () => new Response('preloaded') });
    expect(await preloaded?.text()).toBe('preloaded');
    expect(worker.fetched).not.toHaveBeenCalled();
    const loaded = await worker.load('/');
    expect(await loaded?.text()).toBe('the page');
    expect(await worker.load('/api/products', { mode: 'cors' })).toBeUndefined();
    expect(await worker.load('/unsubscribe', { method: 'POST' })).toBeUndefined();
  });

  it('a browser asks for the worker again each time, and gets 304 while it is the same', async () => {
    const app = Fastify();
    serveWorker(app, { shop: defaultLoadedShop, languages });
    const { headers } = await app.inject(workerPath);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const again = await app.inject({
      url: workerPath,
      headers: { 'if-none-match': headers.etag as string },
    });
    expect(again.statusCode).toBe(304);
    await app.close();
  });

  it('the worker shows what the shop sends, in every case something, and a click leads to its page', async () => {
    const { dispatch, registration, clients } = await startWorker(defaultLoadedShop, page);
    const navigate = `${origin}/dashboard/offers`;
    const sent = { title: 'You have a new offer', body: 'Oud', lang: 'en', tag: 'x', navigate };
    await dispatch('push', { data: { json: () => ({ web_push: 8030, notification: sent }) } });
    const { title, navigate: data, ...shown } = sent;
    const icon = '/icon-192.png';
    expect(registration.showNotification).toHaveBeenLastCalledWith(title, { ...shown, data, icon });
    await dispatch('push', { data: null });
    expect(registration.showNotification).toHaveBeenLastCalledWith('Reprise', { icon });
    const close = vi.fn();
    await dispatch('notificationclick', { notification: { data, close } });
    expect(close).toHaveBeenCalledOnce();
    expect(clients.openWindow).toHaveBeenCalledWith(navigate);
    await dispatch('notificationclick', { notification: { data: `${origin}/open`, close } });
    expect(focus).toHaveBeenCalledOnce();
    expect(clients.openWindow).toHaveBeenCalledOnce();
  });

  it('a shop that turned the worker off serves one that removes itself', async () => {
    const off = { ...defaultLoadedShop.public, switchedOff: ['worker'] as const };
    const worker = await startWorker({ ...defaultLoadedShop, public: off }, page);
    expect(worker.has('fetch')).toBe(false);
    await worker.dispatch('activate');
    expect(worker.registration.unregister).toHaveBeenCalledOnce();
  });
});
