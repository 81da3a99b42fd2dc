import type { ShopAnalytics } from '#contract/shop/analytics.ts';

export interface PageView {
  /** Without a query, but for the marks of a campaign. */
  address: string;
  title: string;
  /** Another site, on the first page of a visit. */
  referrer: string;
}

/** Loads the script of the service, and returns what reports a page to it. */
export function startTracker(analytics: ShopAnalytics): (view: PageView) => void {
  hideOwnReferrer();
  switch (analytics.kind) {
    case 'plausible':
      return plausible(analytics);
    case 'umami':
      return umami(analytics);
    case 'matomo':
      return matomo(analytics);
    case 'ga4':
      return googleAnalytics(analytics);
  }
}

type Kind<Name extends ShopAnalytics['kind']> = Extract<ShopAnalytics, { kind: Name }>;

function plausible({ domain, script }: Kind<'plausible'>) {
  const calls: unknown[] = [];
  const queue = Object.assign((...call: unknown[]) => calls.push(call), { q: calls });
  const page = expose('plausible', queue);
  addScript(script, { domain });
  return ({ address }: PageView) => page()('pageview', { u: address });
}

function umami({ website, script, host }: Kind<'umami'>) {
  const loaded = addScript(script, { websiteId: website, hostUrl: host, autoTrack: 'false' });
  return ({ address, title, referrer }: PageView) => {
    void loaded.then(() => {
      const { umami } = window as unknown as { umami?: { track: (view: object) => void } };
      umami?.track({ website, url: address, title, referrer, hostname: location.hostname });
    });
  };
}

function matomo({ address, site, cookies }: Kind<'matomo'>) {
  const calls: unknown[][] = [
    ...(cookies ? [] : [['disableCookies']]),
    ['disableBrowserFeatureDetection'],
    ['setRequestMethod', 'POST'],
    ['setTrackerUrl', `${address}matomo.php`],
    ['setSiteId', String(site)],
  ];
  const page = expose('_paq', calls);
  void addScript(`${address}matomo.js`);
  return (view: PageView) => {
    page().push(['setReferrerUrl', view.referrer]);
    page().push(['setCustomUrl', view.address]);
    page().push(['setDocumentTitle', view.title]);
    page().push(['trackPageView']);
  };
}

function googleAnalytics({ id }: Kind<'ga4'>) {
  const layer: unknown[] = [];
  const page = expose('dataLayer', layer);
  // Google's script reads objects of arguments, and no arrays.
  function tell(..._call: unknown[]) {
    // biome-ignore lint/complexity/noArguments: see above
    page().push(arguments);
  }
  tell('js', new Date());
  tell('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  void addScript(`https://www.googletagmanager.com/gtag/js?id=${id}`);
  return ({ address, title, referrer }: PageView) => {
    const view = { page_location: address, page_title: title, page_referrer: referrer };
    tell('set', view);
    tell('event', 'page_view', view);
  };
}

/** Makes what a script looks for in the window. The script may replace it, so it is read again at each use. */
function expose<Value>(name: string, value: Value): () => Value {
  Object.assign(window, { [name]: value });
  return () => Reflect.get(window, name) as Value;
}

function addScript(src: string, data: Record<string, string> = {}): Promise<void> {
  const script = Object.assign(document.createElement('script'), { src, defer: true });
  Object.assign(script.dataset, data);
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve());
    document.head.append(script);
  });
}

/** Scripts read it on their own, and a page of this shop may have an id in its address. */
function hideOwnReferrer(): void {
  if (!document.referrer.startsWith(`${location.origin}/`)) return;
  Object.defineProperty(document, 'referrer', { value: '', configurable: true });
}
