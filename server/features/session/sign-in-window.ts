import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#contract/escape-html.ts';
import {
  signInStartMessage,
  signInStartPath,
  signInWindowMessage,
  signInWindowPath,
} from '#contract/identity/identity.ts';

/**
 * Serves the two pages of the shop in the sign-in window: the one at which it opens, which asks its opener for Google's
 * address, and the one to which Google redirects it, which posts the outcome to its opener and closes the window. Unlike
 * the other pages they have no `Cross-Origin-Opener-Policy`, which would cut the window off from its opener on the way
 * to Google and back.
 */
export function serveSignInWindow(app: FastifyInstance, shopName: string): void {
  for (const [path, page] of Object.entries(pages)) {
    const html = toHtml(page, escapeHtml(shopName));
    const policy = policyFor(page.script);
    app.get(path, async (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('cross-origin-opener-policy', 'unsafe-none')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(html),
    );
  }
}

interface WindowPage {
  text: string;
  /** Its messages go to pages of the shop only. */
  script: string;
}

const pages: Readonly<Record<string, WindowPage>> = {
  [signInStartPath]: {
    text: 'Google opens here in a moment.',
    script: `
// The opener may still be loading what it listens by.
const ask = () => window.opener.postMessage({ type: '${signInStartMessage}' }, location.origin);
if (window.opener) {
  ask();
  setInterval(ask, 100);
} else document.querySelector('p').textContent = 'Close this window and press Continue with Google in the shop again.';`,
  },
  // Without an opener, the text on the page says what to do.
  [signInWindowPath]: {
    text: 'You are signed in at Google. Close this window and go on in the shop.',
    script: `
const error = new URLSearchParams(location.search).get('error');
if (error) document.querySelector('p').textContent = 'Nobody was signed in. Close this window and try again.';
if (window.opener) {
  window.opener.postMessage({ type: '${signInWindowMessage}', error }, location.origin);
  window.close();
}`,
  },
};

const style = `
:root { color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif; }
body { max-width: 26rem; margin: 4rem auto; padding: 0 1rem; }`;

function policyFor(script: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function toHtml({ text, script }: WindowPage, shopName: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in | ${shopName}</title>
<style>${style}</style>
<main>
<h1>${shopName}</h1>
<p>${text}</p>
</main>
<script>${script}</script>
</html>
`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
