import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accountCases, givenAnswers } from './accounts/account-cases.mjs';
import { alternate } from './accounts/alternate.mjs';
import { asLine, asMarkdown, hashingLine } from './accounts/report.mjs';
import { signIn } from './accounts/signed-in.mjs';
import { startYardstick } from './load/yardstick-process.mjs';
import { setting } from './support/machine.mjs';
import { openModules, projectFolder } from './support/project.mjs';
import { startShop } from './support/shop.mjs';

/**
 * Measures signing in and an authenticated read at the built shop, beside the least that each could cost.
 * `node bench/accounts.mjs [--seconds 2] [--rounds 3] [--connections 4]`; bench/README.md says more.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    /** Few, because a hash occupies a core. */
    connections: { type: 'string', default: '4' },
  },
});
const effort = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
const connections = Number(values.connections);

/** @type {(() => Promise<void>)[]} */
const closers = [];
try {
  const modules = await openModules();
  closers.push(modules.close);
  const found = setting(['fastify', 'better-auth', '@node-rs/argon2', 'jose', 'autocannon']);
  const shop = await startShop({ DEMO: '1', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
  closers.push(shop.stop);
  const account = await demoAccount(modules);
  const signedIn = await signIn(shop.url, account);
  const bytes = await givenAnswers({ shop, account, signedIn });
  const yardstick = await startYardstick({ bytes, query: undefined }, []);
  closers.push(yardstick.stop);
  const hashing = await hashingOf(modules, account.password);

  const outcomes = [];
  const place = { shop, yardstick, account, signedIn, hashing, connections };
  for (const measured of accountCases(place)) {
    const outcome = await alternate(measured, effort);
    say(asLine(outcome));
    outcomes.push(outcome);
  }
  say(hashingLine(outcomes));
  const folder = join(projectFolder, 'bench/results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'accounts.md'), asMarkdown({ setting: found, effort, outcomes }));
  say('Written to bench/results/accounts.md');
} finally {
  for (const close of closers.reverse()) await close();
}

/** @typedef {Awaited<ReturnType<typeof openModules>>} Modules */

/** @param {Modules} modules */
async function demoAccount(modules) {
  const { demoPassword } = await modules.load('contract/demo-accounts.ts');
  return { email: 'buyer@reprise.test', password: String(demoPassword) };
}

/**
 * @param {Modules} modules
 * @param {string} password
 */
async function hashingOf(modules, password) {
  const path = 'server/providers/identity/embedded/passwords/password-hash.ts';
  const { hashPassword, isPasswordRight } = await modules.load(path);
  return { check: isPasswordRight, hash: String(await hashPassword(password)) };
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}
