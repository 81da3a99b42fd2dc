// The picture that is shown where somebody shares the shop's address: photographed from a page, so that it has the fonts,
// the colours and the drawings of the site itself.
import { chromium } from '@playwright/test';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';

const address = '/share-picture.html';

/**
 * Serves the page from the sources and takes a picture of 1200 by 630.
 * @param {string} root the repository, with a slash at the end
 * @returns {Promise<Buffer>} a PNG
 */
export async function photographSharePicture(root) {
  const server = await createServer({
    root: `${root}web`,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', fs: { allow: [root] }, watch: null, hmr: false },
    plugins: [tailwind(), react(), sharePage()],
  });
  await server.listen();
  try {
    return await photograph(`${server.resolvedUrls?.local[0]}${address.slice(1)}`);
  } finally {
    await server.close();
  }
}

/** @param {string} url */
async function photograph(url) {
  const browser = await chromium.launch(await installedBrowser());
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.goto(url, { waitUntil: 'networkidle' });
    // As text, because scripts are checked without the types of the browser.
    await page.evaluate('document.fonts.ready');
    return await page.screenshot({ type: 'png' });
  } finally {
    await browser.close();
  }
}

/** CHROME_PATH, or the Chromium that comes from npm. */
async function installedBrowser() {
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-background-networking'];
  const named = process.env.CHROME_PATH;
  if (named) return { executablePath: named, args };
  // It unpacks the libraries that it needs only where it believes itself in this surrounding, and looks once, on import.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return { executablePath: await packaged.executablePath(), args };
}

/** @returns {import('vite').Plugin} */
function sharePage() {
  return {
    name: 'reprise:share-picture',
    configureServer(server) {
      server.middlewares.use(address, (_request, response, next) => {
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
