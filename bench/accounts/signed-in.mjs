/**
 * @typedef {object} SignedIn what somebody who has signed in holds
 * @property {string} cookie of the session
 * @property {string} identityToken
 * @property {string} accessToken
 *
 * @typedef {object} Account
 * @property {string} email
 * @property {string} password
 */

export const paths = {
  signIn: '/api/auth/sign-in/email',
  identityToken: '/api/auth/token',
  /** @param {string} email */
  accessToken: (email) => `/api/jwt?email=${encodeURIComponent(email)}`,
  /** @param {string} email */
  user: (email) => `/api/users/${encodeURIComponent(email)}`,
};

/**
 * Signs in as a browser does: password, identity token, access token.
 * @param {string} shopUrl
 * @param {Account} account
 * @returns {Promise<SignedIn>}
 */
export async function signIn(shopUrl, account) {
  const answer = await fetch(shopUrl + paths.signIn, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`The sign-in answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const { token } = await readJson(shopUrl + paths.identityToken, { cookie });
  const exchange = shopUrl + paths.accessToken(account.email);
  const { accessToken } = await readJson(exchange, bearer(String(token)));
  return { cookie, identityToken: String(token), accessToken: String(accessToken) };
}

/** @param {string} token */
export const bearer = (token) => ({ authorization: `Bearer ${token}` });

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<Record<string, unknown>>}
 */
async function readJson(url, headers) {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return /** @type {Promise<Record<string, unknown>>} */ (answer.json());
}
