import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  signInStartMessage,
  signInStartPath,
  signInWindowMessage,
  signInWindowPath,
} from '#contract/identity/identity.ts';
import { serveSignInWindow } from './sign-in-window.ts';

describe.each([
  ['begins', signInStartPath, signInStartMessage],
  ['ends', signInWindowPath, signInWindowMessage],
])('the Google sign-in window %s', (_when, path, message) => {
  it('the sign-in window posts to its opener and runs no other script', async () => {
    const app = Fastify();
    serveSignInWindow(app, 'Ton & <Klang>');
    const reply = await app.inject({ url: `${path}?error=<script>` });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(reply.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(reply.body).toContain(`'${message}'`);
    expect(reply.body).toContain('<title>Sign-in | Ton &amp; &lt;Klang&gt;</title>');
    expect(reply.body).not.toContain('error=');
    await app.close();
  });
});
