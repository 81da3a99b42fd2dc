import { expect, test } from './support/test.ts';

test('the server is alive and ready', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);
});

test('the Content-Security-Policy allows our own scripts and no unknown inline script', async ({
  request,
}) => {
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')*(;|$)/);
  expect(policy).not.toContain('unsafe');
});

test('a URL with a broken escape sequence is answered with the not-found page', async ({
  request,
}) => {
  const response = await request.get('/products/%');
  expect(response.status()).toBe(404);
  expect(response.headers()['content-type']).toContain('text/html');
  expect(response.headers()['content-security-policy']).toContain("default-src 'none'");
});

test('the stored access token of a signed-in user opens what guests may not see', async ({
  page,
  signInAs,
}) => {
  await signInAs('buyer@reprise.test');
  await page.goto('/');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const category = '/api/category/Brass';
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.get(category, { headers })).status()).toBe(200);
  expect((await page.request.get(category)).status()).toBe(401);
});
