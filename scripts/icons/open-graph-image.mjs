import { chromium } from '@playwright/test';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';

const path = '/open-graph-image.html';

/**
 * Draws the image that other sites show beside a link to the shop. It is a screenshot of a page, so that it has the fonts,
 * colours and illustrations of the shop.
 * @param {string} root the repository, with a slash at the end
 * @returns {Promise<Buffer>} a PNG of 1200 by 630 pixels
 */
export async function drawOpenGraphImage(root) {
  const server = await createServer({
    root: `${root}web`,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', fs: { allow: [root] }, watch: null, hmr: false },
    plugins: [tailwind(), react(), openGraphPage()],
  });
  await server.listen();
  try {
    return await screenshot(`${server.resolvedUrls?.local[0]}${path.slice(1)}`);
  } finally {
    await server.close();
  }
}

/** @param {string} url */
async function screenshot(url) {
  const browser = await chromium.launch(await browserOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.goto(url, { waitUntil: 'networkidle' });
    // A string, because the scripts are type-checked without the DOM.
    await page.evaluate('document.fonts.ready');
    return await page.screenshot({ type: 'png' });
  } finally {
    await browser.close();
  }
}

/** CHROME_PATH, or the Chromium from npm. An installed one is not looked for: another version draws other pixels. */
async function browserOptions() {
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-background-networking'];
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, args };
  // The package unpacks the libraries that it needs only where this is set when it is imported.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
  const { default: chromiumFromNpm } = await import('@sparticuz/chromium');
  return { executablePath: await chromiumFromNpm.executablePath(), args };
}

/** @returns {import('vite').Plugin} */
function openGraphPage() {
  return {
    name: 'open-graph-page',
    configureServer(server) {
      server.middlewares.use(path, (_request, response, next) => {
        pageHtml(server).then((html) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(html);
        }, next);
      });
    },
  };
}

/** @param {import('vite').ViteDevServer} server */
async function pageHtml(server) {
  const { Logo } = await server.ssrLoadModule('/ui/Logo.tsx');
  const { ShopWall } = await server.ssrLoadModule('/ui/illustrations/ShopWall.tsx');
  return `<!doctype html>
<html lang="en" data-theme="light">
  <head>
    <meta charset="utf-8">
    <link rel="stylesheet" href="/theme.css">
    <style>
      body { display: grid; grid-template-columns: 37rem 1fr; width: 1200px; height: 630px; overflow: hidden; }
      .words { display: flex; flex-direction: column; justify-content: center; padding-left: 4.5rem; }
      .logo { margin-bottom: 1.5rem; margin-left: -0.25rem; zoom: 1.5; }
      h1 { font-size: 4rem; line-height: 1.08; }
      p { max-width: 28rem; margin-top: 1.5rem; font-size: 1.75rem; line-height: 1.4; }
      .wall { align-self: end; width: 38rem; margin-bottom: 2.5rem; margin-left: -2.5rem; }
    </style>
  </head>
  <body class="on-walnut">
    <div class="words">
      <div class="logo">${renderToStaticMarkup(createElement(Logo, { onWalnut: true }))}</div>
      <h1>Played before.<br>Ready to be played again.</h1>
      <p class="text-on-walnut-muted">Second-hand instruments from people who loved&nbsp;them</p>
    </div>
    <div class="wall">${renderToStaticMarkup(createElement(ShopWall))}</div>
  </body>
</html>`;
}
