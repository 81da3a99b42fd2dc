import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { CspSources } from '../../core/csp-sources.ts';

export interface SecuritySources {
  /** SHA-256 hashes (base64) of the inline scripts and styles that our own pages contain. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
  /** Other origins of pictures. */
  pictureOrigins: readonly string[];
  /** The origin to which browsers upload pictures, when it is not this server. */
  uploadOrigin?: string | undefined;
  /** Whether Stripe is the card provider: allows its script, frames and API. */
  stripe: boolean;
  /** Sources that an outside identity provider needs. */
  identity?: CspSources | undefined;
  /** Sources of the service that counts visits, on the pages where it may. */
  analytics?: CspSources | undefined;
  /** Whether the shop is served by https: adds HSTS and upgrades insecure requests. */
  https: boolean;
  /** Whether HSTS holds for the subdomains too, which may be served by others. */
  hstsSubdomains?: boolean | undefined;
  /** Development only: allows the bundler's inline scripts, styles and socket. */
  relaxed?: boolean;
}

/**
 * The security headers of every response. Helmet makes them once, at the start, so that they cost nothing per request
 * (docs/decisions/0004).
 */
export function securityHeaders(sources: SecuritySources): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = String(value);
    },
    removeHeader: () => undefined,
  };
  const apply = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(sources) },
    strictTransportSecurity: sources.https
      ? { maxAge: 31_536_000, includeSubDomains: sources.hstsSubdomains ?? false }
      : false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    // A sign-in window of the identity provider must be able to report back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  // Helmet only sets and removes headers, so it needs no more of a response than these two methods.
  apply({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  // The camera scans the code of a handover. The policy is that of the page that was loaded first, so it holds for all.
  headers['permissions-policy'] =
    'camera=(self), geolocation=(), microphone=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)';
  return Object.freeze(headers);
}

/** The card fields and 3-D Secure. */
const stripeFrames = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
];

function directives(sources: SecuritySources): Record<string, string[]> {
  const { scripts: theirScripts = [], frames = [], connections = [] } = sources.identity ?? {};
  const allFrames = [...(sources.stripe ? stripeFrames : []), ...frames];
  const stripe = (...origins: string[]) => (sources.stripe ? origins : []);
  // The pages of all languages share some scripts.
  const hashes = (list: readonly string[]) => [...new Set(list)].map((hash) => `'sha256-${hash}'`);
  const scripts = sources.relaxed ? ["'unsafe-inline'"] : hashes(sources.scriptHashes);
  const styles = sources.relaxed ? ["'unsafe-inline'"] : hashes(sources.styleHashes);
  return {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...scripts,
      ...stripe('https://js.stripe.com', 'https://*.js.stripe.com'),
      ...theirScripts,
      ...(sources.analytics?.scripts ?? []),
    ],
    // Without it `default-src` refuses all frames.
    ...(allFrames.length > 0 ? { 'frame-src': allFrames } : {}),
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'data:', 'blob:', ...sources.pictureOrigins],
    'media-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...(sources.relaxed ? ['ws:'] : []),
      ...stripe('https://api.stripe.com'),
      ...connections,
      ...(sources.analytics?.connections ?? []),
      ...(sources.uploadOrigin ? [sources.uploadOrigin] : []),
    ],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(sources.https ? { 'upgrade-insecure-requests': [] } : {}),
  };
}
