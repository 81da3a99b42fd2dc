import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { CspSources } from '../../core/csp-sources.ts';

export interface SecuritySources {
  /** SHA-256 hashes (base64) of the inline scripts and styles that our own pages contain. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
  /** Origins from which pictures may come besides our own. */
  pictureOrigins: readonly string[];
  /** Where browsers upload pictures when it is not here. */
  uploadOrigin?: string | undefined;
  /** Whether Stripe takes the cards: its script, its frames and its API are let in then. */
  stripe: boolean;
  /** What signing in needs from elsewhere, where somebody else proves who people are. */
  identity?: CspSources | undefined;
  /** Whether the shop is reached by https, so that browsers may be told to insist on it. */
  https: boolean;
  /** Development only: the bundler's inline scripts, styles and its socket. */
  relaxed?: boolean;
}

/**
 * The security headers of every answer as a constant table. Helmet decides what they say; asking it once at the start
 * instead of for each request costs nothing while serving (docs/decisions/0004).
 */
export function securityHeaders(sources: SecuritySources): Readonly<Record<string, string>> {
  const table: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      table[name.toLowerCase()] = String(value);
    },
    removeHeader: () => undefined,
  };
  const apply = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(sources) },
    strictTransportSecurity: sources.https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    // A sign-in window of the identity provider must be able to report back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  // Helmet only ever sets and removes headers here, so these two methods are all of the response that it needs.
  apply({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  table['permissions-policy'] = 'camera=(), geolocation=(), microphone=(), usb=()';
  return Object.freeze(table);
}

/** The card fields, and the bank's question (3-D Secure). */
const stripeFrames = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
];

function directives(sources: SecuritySources): Record<string, string[]> {
  const { scripts: theirScripts = [], frames = [], connections = [] } = sources.identity ?? {};
  const allFrames = [...(sources.stripe ? stripeFrames : []), ...frames];
  const stripe = (...origins: string[]) => (sources.stripe ? origins : []);
  const hashes = (list: readonly string[]) => list.map((hash) => `'sha256-${hash}'`);
  const scripts = sources.relaxed ? ["'unsafe-inline'"] : hashes(sources.scriptHashes);
  const styles = sources.relaxed ? ["'unsafe-inline'"] : hashes(sources.styleHashes);
  return {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...scripts,
      ...stripe('https://js.stripe.com', 'https://*.js.stripe.com'),
      ...theirScripts,
    ],
    // Left out, `default-src` refuses all frames.
    ...(allFrames.length > 0 ? { 'frame-src': allFrames } : {}),
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'data:', 'blob:', ...sources.pictureOrigins],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...(sources.relaxed ? ['ws:'] : []),
      ...stripe('https://api.stripe.com'),
      ...connections,
      ...(sources.uploadOrigin ? [sources.uploadOrigin] : []),
    ],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(sources.https ? { 'upgrade-insecure-requests': [] } : {}),
  };
}
