import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { signInWindowMessage, signInWindowPath } from '#contract/identity.ts';

/**
 * Serves the page to which Google redirects the sign-in window. It posts the outcome to the page that opened the window,
 * and closes it. Unlike the other pages it has no `Cross-Origin-Opener-Policy: same-origin`, which would cut the window
 * off from its opener after the visit to another site.
 */
export function serveSignInWindow(app: FastifyInstance): void {
  app.get(signInWindowPath, async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', 'unsafe-none')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page),
  );
}

/** The message goes to pages of the shop only. Without an opener, the text on the page says what to do. */
const script = `
const error = new URLSearchParams(location.search).get('error');
if (error) document.querySelector('p').textContent = 'Nobody was signed in. Close this window and try again.';
if (window.opener) {
  window.opener.postMessage({ type: '${signInWindowMessage}', error }, location.origin);
  window.close();
}`;

const style = `
:root { color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif; }
body { max-width: 26rem; margin: 4rem auto; padding: 0 1rem; }`;

const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in | Reprise</title>
<style>${style}</style>
<main>
<h1>Reprise</h1>
<p>You are signed in at Google. Close this window and go on in the shop.</p>
</main>
<script>${script}</script>
</html>
`;

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
