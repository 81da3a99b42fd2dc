import { test } from '@playwright/test';
test('x', async ({ browser }) => { const page = await (await browser.newContext({locale:'de'})).newPage(); page.on('response', (r) => { if (r.status() >= 400) console.log(r.status(), r.request().method(), r.url()); }); await page.goto('http://127.0.0.1:4731/de'); await page.waitForTimeout(3000); await page.screenshot({path:'/tmp/shots/x.png'}); });
