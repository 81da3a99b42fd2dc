import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { signInWindowMessage, signInWindowPath } from '#contract/identity.ts';
import { serveSignInWindow } from './sign-in-window.ts';

it('the Google sign-in window ends on a page that may post to its opener and runs no other script', async () => {
  const app = Fastify();
  serveSignInWindow(app);
  const reply = await app.inject({ url: `${signInWindowPath}?error=<script>` });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cross-origin-opener-policy']).toBe('unsafe-none');
  expect(reply.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(reply.body).toContain(signInWindowMessage);
  expect(reply.body).not.toContain('error=');
  await app.close();
});
