import { round } from '../load/measure.mjs';
import { hashingRound } from './hashing.mjs';
import { bearer, paths } from './signed-in.mjs';

/**
 * One call of somebody who signs in or has signed in, beside the least that it could cost.
 * @typedef {(seconds: number) => Promise<import('../load/measure.mjs').Round>} Measure
 *
 * @typedef {object} AccountCase
 * @property {string} name
 * @property {'hash' | 'bytes'} yardstickKind
 * @property {number} connections under way at one time, of the shop and of the yardstick
 * @property {Measure} shop
 * @property {Measure} yardstick
 *
 * @typedef {object} Place
 * @property {import('../support/shop.mjs').StartedShop} shop
 * @property {{ url: string, pid: number }} yardstick
 * @property {import('./signed-in.mjs').Account} account
 * @property {import('./signed-in.mjs').SignedIn} signedIn
 * @property {{ check: import('./hashing.mjs').Check, hash: string }} hashing
 * @property {number} connections
 */

/**
 * @param {Place} place
 * @returns {AccountCase[]}
 */
export function accountCases(place) {
  const { connections } = place;
  return [
    signInCase(place, 'sign-in by password, one at a time', 1),
    signInCase(place, `sign-in by password, ${connections} at a time`, connections),
    ...reads(place).map((read) => readCase(place, read)),
  ];
}

/**
 * What bare Fastify is to send: just what the shop sends, with no header but the type.
 * @param {Pick<Place, 'shop' | 'account' | 'signedIn'>} place
 */
export async function givenAnswers(place) {
  const given = [];
  for (const { path, route, headers } of reads(place)) {
    const answer = await fetch(place.shop.url + path, {
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    const type = { 'content-type': answer.headers.get('content-type') ?? '' };
    const body = await answer.text();
    given.push({ route, answers: [{ url: path, status: 200, headers: type, body }] });
  }
  return given;
}

/**
 * @typedef {object} Read
 * @property {string} name
 * @property {string} path
 * @property {string} route
 * @property {Record<string, string>} headers
 */

/**
 * @param {Pick<Place, 'account' | 'signedIn'>} place
 * @returns {Read[]}
 */
function reads({ account: { email }, signedIn: { cookie, identityToken, accessToken } }) {
  return [
    {
      name: 'identity token',
      path: paths.identityToken,
      route: paths.identityToken,
      headers: { cookie },
    },
    {
      name: 'access token for it',
      path: paths.accessToken(email),
      route: '/api/jwt',
      headers: bearer(identityToken),
    },
    {
      name: 'their own user record',
      path: paths.user(email),
      route: '/api/users/:email',
      headers: bearer(accessToken),
    },
  ];
}

/**
 * @param {Place} place
 * @param {string} name
 * @param {number} connections
 * @returns {AccountCase}
 */
function signInCase({ shop, account, hashing }, name, connections) {
  const target = {
    ...shop,
    connections,
    status: 200,
    paths: [paths.signIn],
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  };
  const alone = { ...hashing, password: account.password, workers: connections };
  return {
    name,
    yardstickKind: 'hash',
    connections,
    shop: (seconds) => round(target, seconds),
    yardstick: (seconds) => hashingRound(alone, seconds),
  };
}

/**
 * @param {Place} place
 * @param {Read} read
 * @returns {AccountCase}
 */
function readCase({ shop, yardstick, connections }, { name, path, headers }) {
  const asked = { connections, status: 200, paths: [path] };
  return {
    name,
    yardstickKind: 'bytes',
    connections,
    shop: (seconds) => round({ ...shop, ...asked, headers }, seconds),
    yardstick: (seconds) => round({ ...yardstick, ...asked, headers: {} }, seconds),
  };
}
