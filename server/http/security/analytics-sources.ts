import type { ShopAnalytics } from '#contract/shop/analytics.ts';
import type { CspSources } from '../../core/csp-sources.ts';

/** What the Content-Security-Policy of measured pages allows for a service: its script, and where it reports to. */
export function analyticsSources(analytics: ShopAnalytics): CspSources {
  switch (analytics.kind) {
    case 'plausible':
      return {
        scripts: [analytics.script],
        connections: [`${new URL(analytics.script).origin}/api/event`],
      };
    case 'umami':
      return {
        scripts: [analytics.script],
        connections: [new URL('/api/send', analytics.host).href],
      };
    case 'matomo':
      return {
        scripts: [`${analytics.address}matomo.js`],
        connections: [`${analytics.address}matomo.php`],
      };
    case 'ga4':
      // developers.google.com/tag-platform/security/guides/csp
      return {
        scripts: ['https://www.googletagmanager.com/gtag/'],
        connections: ['https://*.google-analytics.com', 'https://*.analytics.google.com'],
      };
  }
}
