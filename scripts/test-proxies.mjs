import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildIfChanged } from './setup/build.mjs';
import { projectFolder } from './setup/project.mjs';

/*
 * `npm run test:proxies`: starts the shop behind nginx, Caddy and HAProxy with the configurations of deploy/proxy (only
 * ports, names and certificates replaced), and checks what an owner relies on.
 */

/** @typedef {{ http: number, https: number, shop: number, certificate: string, key: string, place: string }} Setting */

/** @type {Record<string, { program: string, start: (setting: Setting) => string[] }>} */
const proxies = {
  nginx: { program: 'nginx', start: startNginx },
  Caddy: { program: 'caddy', start: startCaddy },
  HAProxy: { program: 'haproxy', start: startHaproxy },
};

/** @type {Record<string, (setting: Setting) => Promise<void>>} */
const checks = {
  'a visitor without TLS is sent to the same page with it': async ({ http }) => {
    const { status, headers } = await send({ port: http, path: '/search?q=oud', tls: false });
    assert.equal(status, 308);
    assert.match(headers.location ?? '', /^https:\/\/[^/]+\/search\?q=oud$/);
  },
  'a page comes as the shop compressed it, and is not sent twice': async ({ https, shop }) => {
    const headers = { 'accept-encoding': 'br' };
    const behind = await send({ port: https, path: '/', headers });
    const direct = await send({ port: shop, path: '/', headers, tls: false });
    assert.equal(behind.status, 200);
    assert.equal(behind.headers['content-encoding'], 'br');
    assert.equal(behind.headers.etag, direct.headers.etag);
    assert.deepEqual(behind.body, direct.body);
    const etag = String(behind.headers.etag);
    const again = await send({
      port: https,
      path: '/',
      headers: { ...headers, 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
  },
  'browsers speak HTTP/2 with it': async ({ https }) => {
    const session = connect(`https://localhost:${https}`, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/api/products?status=advertise' });
    const [headers] = await once(stream, 'response');
    stream.resume();
    await once(stream, 'end');
    session.close();
    assert.equal(headers[':status'], 200);
  },
  'a seller signs in and sends the largest photo; a larger one is refused in words': async ({
    https,
  }) => {
    const token = await signIn(https);
    const sendPhoto = (/** @type {Buffer} */ file) =>
      send({ port: https, path: '/api/images', ...form(file, token) });
    const taken = await sendPhoto(largestPhoto);
    assert.equal(taken.status, 200, String(taken.body));
    assert.match(JSON.parse(String(taken.body)).data.url, /^https:\/\/localhost\/pictures\//);
    const refused = await sendPhoto(Buffer.concat([largestPhoto, Buffer.alloc(600_000)]));
    assert.equal(refused.status, 413);
    assert.match(String(refused.headers['content-type']), /problem\+json/);
  },
  'the largest file of listings reaches the shop, which answers itself': async ({ https }) => {
    const body = Buffer.alloc(50 * 1024 * 1024 - 1_000, 'sku;name\n');
    const headers = {
      'content-type': 'text/csv',
      'content-length': String(body.length),
      authorization: `Bearer ${await signIn(https)}`,
    };
    const path = '/api/listing-imports?fileName=stock.csv';
    const answer = await send({ port: https, path, method: 'POST', headers, body });
    assert.match(String(answer.headers['content-type']), /json/, String(answer.body));
  },
  'limits count the address of the visitor, whatever the visitor says it is': async ({ https }) => {
    const left = async (/** @type {string} */ from, /** @type {string} */ forged) => {
      const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}` };
      const path = '/api/bookings/0190a6e0-0000-7000-8000-000000000000';
      const answer = await send({ port: https, path, headers, from });
      return Number(answer.headers['x-ratelimit-remaining']);
    };
    const first = await left('127.0.0.1', '203.0.113.7');
    assert.equal(await left('127.0.0.1', '203.0.113.8'), first - 1);
    assert.equal(await left('127.0.0.1', '203.0.113.9, 127.0.0.1'), first - 2);
    const other = await left('127.0.0.2', '203.0.113.7');
    assert.ok(other > first - 2, 'another visitor has a count of their own');
  },
  'a hundred connections that say nothing keep nobody out': async ({ https }) => {
    const { connect: connectTcp } = await import('node:net');
    const idle = Array.from({ length: 100 }, () => connectTcp(https, '127.0.0.1'));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    assert.equal((await send({ port: https, path: '/api/products?status=advertise' })).status, 200);
    for (const socket of idle) socket.destroy();
  },
};

const missing = [...Object.values(proxies).map(({ program }) => program), 'openssl'].filter(
  (program) => spawnSync('which', [program]).status !== 0,
);
if (missing.length > 0) {
  process.stderr.write(
    `Missing: ${missing.join(', ')}. On Debian: apt-get install nginx caddy haproxy openssl\n`,
  );
  process.exit(1);
}

await buildIfChanged();
const largestPhoto = await makeLargestPhoto();
const place = mkdtempSync(join(tmpdir(), 'reprise-proxies-'));
/** @type {import('node:child_process').ChildProcess[]} */
const running = [];
let passed = 0;
let failed = 0;
try {
  const [certificate, key] = [join(place, 'certificate.pem'), join(place, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files],
    { stdio: 'ignore' },
  );
  const shop = await startShop();
  for (const [name, { program, start }] of Object.entries(proxies)) {
    const setting = {
      http: await freePort(),
      https: await freePort(),
      shop,
      certificate,
      key,
      place,
    };
    const proxy = spawn(program, start(setting), {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place },
    });
    running.push(proxy);
    let complaints = '';
    proxy.stderr?.on('data', (text) => {
      complaints += text;
    });
    await untilAnswers(setting.https).catch(() => {
      throw new Error(`${name} does not answer:\n${complaints}`);
    });
    for (const [title, check] of Object.entries(checks)) {
      try {
        await check(setting);
        passed += 1;
        process.stdout.write(`ok     ${name}: ${title}\n`);
      } catch (error) {
        failed += 1;
        process.stdout.write(`FAILED ${name}: ${title}\n       ${error}\n`);
      }
    }
    proxy.kill('SIGTERM');
  }
} finally {
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(
    running.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'close')),
  );
  rmSync(place, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0) process.exitCode = 1;

/** @returns {Promise<number>} the port that it listens on */
async function startShop() {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: join(place, 'data'),
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: 'https://localhost',
    },
  });
  running.push(child);
  let output = '';
  // It is read to the end: the shop would stop at a line that is not taken.
  child.stdout?.on('data', (text) => {
    output += text;
  });
  while (child.exitCode === null) {
    const [, port] = / is open at \S+:(\d+)/.exec(output) ?? [];
    if (port) return Number(port);
    await pause(100);
  }
  throw new Error(`The shop did not start:\n${output}`);
}

/** @param {Setting} setting */
function startNginx({ http, https, shop, certificate, key, place: folder }) {
  const site = changed('nginx.conf', [
    [/server 127\.0\.0\.1:3000;/, `server 127.0.0.1:${shop};`],
    [/listen 80;\n.*\n/, `listen ${http};\n`],
    [/listen 443 ssl http2;\n.*\n/, `listen ${https} ssl http2;\n`],
    [/ssl_certificate .*/, `ssl_certificate ${certificate};`],
    [/ssl_certificate_key .*/, `ssl_certificate_key ${key};`],
  ]);
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {} http { access_log off; ${temporary.join(' ')}\n${site}\n}`,
  );
  return ['-c', file, '-p', folder];
}

/** @param {Setting} setting */
function startCaddy({ http, https, shop, certificate, key, place: folder }) {
  const site = changed('Caddyfile', [
    [/\{\$SHOP_DOMAIN:\S+\} \{/, `localhost {\n\ttls ${certificate} ${key}`],
    [/\{\$SHOP_ADDRESS:127\.0\.0\.1:3000\}/, `127.0.0.1:${shop}`],
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n${site}`);
  return ['run', '--adapter', 'caddyfile', '--config', file];
}

/** @param {Setting} setting */
function startHaproxy({ http, https, shop, certificate, key, place: folder }) {
  const both = join(folder, 'both.pem');
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const config = changed('haproxy.cfg', [
    [/log \/dev\/log local0/, ''],
    [/bind :80/, `bind 127.0.0.1:${http}`],
    [/bind :443 ssl crt \S+/, `bind 127.0.0.1:${https} ssl crt ${both}`],
    [/server one 127\.0\.0\.1:3000/, `server one 127.0.0.1:${shop}`],
    [/server one-cached 127\.0\.0\.1:3000/, `server one-cached 127.0.0.1:${shop}`],
  ]);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  return ['-db', '-f', file];
}

/**
 * A configuration of deploy/proxy with each of these replaced once.
 * @param {string} file
 * @param {[RegExp, string][]} changes
 */
function changed(file, changes) {
  let text = readFileSync(join(projectFolder, 'deploy/proxy', file), 'utf8');
  for (const [from, to] of changes) {
    assert.match(text, from, `${file} has nothing like ${from}`);
    text = text.replace(from, to);
  }
  return text;
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

/** @param {number} port */
async function untilAnswers(port) {
  for (let left = 100; ; left -= 1) {
    const answer = await send({ port, path: '/readyz' }).catch(() => undefined);
    if (answer?.status === 200) return;
    if (left === 0) throw new Error('No answer');
    await pause(200);
  }
}

/** About 10 MB, the limit is 10 MiB: noise, which PNG cannot make smaller. */
async function makeLargestPhoto() {
  const { default: sharp } = await import('sharp');
  const size = 1_830;
  const noise = randomBytes(size * size * 3);
  const raw = { width: size, height: size, channels: /** @type {const} */ (3) };
  return sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer();
}

/**
 * @param {Buffer} file
 * @param {string} token
 */
function form(file, token) {
  const head =
    '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]);
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(body.length),
    authorization: `Bearer ${token}`,
  };
  return { method: 'POST', headers, body };
}

/**
 * Signs in as a browser does: password, identity token, access token.
 * @param {number} port
 * @returns {Promise<string>} the access token
 */
async function signIn(port) {
  const account = { email: 'seller@reprise.test', password: 'second-hand-song' };
  const begun = await send({
    port,
    path: '/api/auth/sign-in/email',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://localhost' },
    body: Buffer.from(JSON.stringify(account)),
  });
  assert.equal(begun.status, 200, String(begun.body));
  const cookie = (begun.headers['set-cookie'] ?? [])
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  assert.match(String(begun.headers['set-cookie']), /Secure/i, 'the cookie is for TLS only');
  const identity = await send({ port, path: '/api/auth/token', headers: { cookie } });
  const { token } = JSON.parse(String(identity.body));
  const headers = { authorization: `Bearer ${token}` };
  const path = `/api/jwt?email=${encodeURIComponent(account.email)}`;
  return JSON.parse(String((await send({ port, path, headers })).body)).accessToken;
}

/**
 * @param {{ port: number, path: string, method?: string, headers?: Record<string, string>, body?: Buffer, tls?: boolean, from?: string }} options
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer }>}
 */
async function send({ port, path, method = 'GET', headers = {}, body, tls = true, from }) {
  const start = tls ? httpsRequest : httpRequest;
  const sending = start({
    host: '127.0.0.1',
    servername: 'localhost',
    port,
    path,
    method,
    agent: false,
    headers: { host: 'localhost', ...headers },
    rejectUnauthorized: false,
    ...(from === undefined ? {} : { localAddress: from }),
  });
  const answered = once(sending, 'response');
  // The answer may come before the body was sent; the connection is closed then.
  sending.on('error', () => undefined);
  sending.end(body);
  const [response] = await answered;
  /** @type {Buffer[]} */
  const parts = [];
  for await (const part of response) parts.push(part);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) };
}
