import type { Page, Route } from '@playwright/test';

/** A route handler that forwards requests only after `release` was called, and a promise of that. */
export function holdRequests() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release, released, hold: (route: Route) => released.then(() => route.continue()) };
}

interface Refusal {
  status: number;
  detail: string;
  /** Only requests with this method are refused. */
  method?: string;
  /** Further members of the problem, such as `errors`. */
  members?: object;
}

/** Answers the page's requests to these URLs with a problem, until they are unrouted. */
export async function refuseRequests(
  page: Page,
  url: string,
  { status, detail, method, members }: Refusal,
): Promise<void> {
  await page.route(url, (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    return route.fulfill({
      status,
      contentType: 'application/problem+json',
      json: { title: 'No', detail, ...members },
    });
  });
}
