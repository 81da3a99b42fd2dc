import { test } from '@playwright/test';
const base = 'http://127.0.0.1:4731';
for (const lang of ['de', 'ar']) for (const width of [1280, 390]) test(`${lang} ${width}`, async ({ browser }) => {
  const ctx = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: width===390?'dark':'light', locale: lang });
  const page = await ctx.newPage();
  const logs: string[] = []; page.on('console', (m) => { if (m.type() === 'error' || m.type()==='warning') logs.push(m.text().slice(0, 200)); }); page.on('pageerror', (e) => logs.push(String(e).slice(0,300)));
  const shot = async (path: string, name: string) => { await page.goto(base + path); await page.waitForTimeout(1200); const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth); console.log(lang, width, name, 'overflow', over, [...new Set(logs.splice(0))].join(' | ')); await page.screenshot({ path: `/tmp/shots/${lang}-${width}-${name}.png` }); };
  await shot(`/${lang}`, 'home'); await shot(`/${lang}/search?q=guitar`, 'search');
  const link = await page.locator('main a[href*="/products/"]').first().getAttribute('href'); await shot(link ?? '/', 'product');
  await shot(`/${lang}/login`, 'login');
  await page.locator('input[type=email]').fill('buyer@reprise.test'); await page.locator('input[type=password]').first().fill('second-hand-song'); await page.locator('form button[type=submit]').last().click(); await page.waitForTimeout(3000);
  await shot(`/${lang}/dashboard`, 'dashboard'); await shot(`/${lang}/dashboard/bookings`, 'bookings'); await shot(`/${lang}/dashboard/profile`, 'profile');
  await ctx.close();
});
