import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Account {
  localId: string;
  email: string;
  emailVerified: boolean;
  passwordHash?: string;
  displayName?: string;
  photoUrl?: string;
  providerUserInfo: { providerId: string; email?: string; rawId?: string }[];
}

type Fields = Readonly<Record<string, string | undefined>>;

class Refusal extends Error {}

const projectId = 'demo-reprise';

/** Google's Identity Toolkit as Firebase's SDK meets it in a browser, in the form of its emulator. */
export async function startIdentityToolkit(): Promise<{
  url: string;
  stop: () => Promise<unknown>;
}> {
  const accounts = new Map<string, Account>();
  const mails: { email: string; oobCode: string; requestType: string }[] = [];
  let made = 0;
  const next = () => {
    made += 1;
    return made;
  };

  const byEmail = (email = '') => [...accounts.values()].find((one) => one.email === email);
  const owner = (token = ''): Account => {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return accounts.get(payload.sub) ?? refuse('USER_NOT_FOUND');
  };
  const byCode = (oobCode = ''): Account => {
    const index = mails.findIndex((mail) => mail.oobCode === oobCode);
    const [mail] = index < 0 ? [] : mails.splice(index, 1);
    return byEmail(mail?.email) ?? refuse('INVALID_OOB_CODE');
  };
  const add = (email: string, by: string): Account => {
    const localId = `user-${next()}`;
    const account = { localId, email, emailVerified: false, providerUserInfo: [] };
    accounts.set(localId, account);
    return Object.assign(account, { providerUserInfo: [{ providerId: by, email, rawId: email }] });
  };

  const deeds: Record<string, (fields: Fields) => object> = {
    signUp({ email = '', password = '' }) {
      if (byEmail(email)) refuse('EMAIL_EXISTS');
      if (!email.includes('@')) refuse('INVALID_EMAIL');
      return session(Object.assign(add(email, 'password'), { passwordHash: password }));
    },
    signInWithPassword({ email, password }) {
      const account = byEmail(email) ?? refuse('INVALID_LOGIN_CREDENTIALS');
      if (account.passwordHash !== password) refuse('INVALID_LOGIN_CREDENTIALS');
      return session(account);
    },
    signInWithIdp({ postBody }) {
      const said = JSON.parse(new URLSearchParams(postBody).get('id_token') ?? '');
      const account = byEmail(said.email) ?? add(said.email, 'google.com');
      Object.assign(account, { emailVerified: true, displayName: said.name });
      return { ...session(account, 'google.com'), providerId: 'google.com' };
    },
    lookup: ({ idToken }) => ({ users: [owner(idToken)] }),
    update({ oobCode, idToken, displayName, photoUrl, password }) {
      if (oobCode) return Object.assign(byCode(oobCode), { emailVerified: true });
      const account = owner(idToken);
      if (displayName !== undefined) account.displayName = displayName;
      if (photoUrl !== undefined) account.photoUrl = photoUrl;
      if (password !== undefined) account.passwordHash = password;
      return { ...account, ...session(account) };
    },
    sendOobCode({ requestType = '', email, idToken }) {
      const account = idToken ? owner(idToken) : (byEmail(email) ?? refuse('EMAIL_NOT_FOUND'));
      mails.push({ email: account.email, requestType, oobCode: `code-${next()}` });
      return { email: account.email };
    },
    resetPassword({ oobCode, newPassword = '' }) {
      const account = Object.assign(byCode(oobCode), { passwordHash: newPassword });
      return { email: account.email, requestType: 'PASSWORD_RESET' };
    },
    token({ refresh_token: refreshToken = '' }) {
      const [uid = '', by] = refreshToken.split(' ');
      const { idToken } = session(accounts.get(uid) ?? refuse('TOKEN_EXPIRED'), by);
      const tokens = { access_token: idToken, id_token: idToken, refresh_token: refreshToken };
      return { ...tokens, expires_in: '3600', user_id: uid, project_id: projectId };
    },
  };

  const server = createServer((request, response) => {
    const send = (status: number, said: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    void textOf(request).then((text) => {
      const { pathname } = new URL(request.url ?? '', 'http://here');
      if (pathname === `/emulator/v1/projects/${projectId}/oobCodes`) {
        send(200, { oobCodes: mails });
        return;
      }
      const name = /(?:accounts:|\/v1\/)(\w+)$/.exec(pathname)?.[1] ?? '';
      try {
        const isForm = name === 'token';
        const fields = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
        send(200, (deeds[name] ?? (() => refuse(`NO_SUCH_DEED ${pathname}`)))(fields));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        send(400, { error: { code: 400, message: error.message } });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

function refuse(message: string): never {
  throw new Refusal(message);
}

function session(account: Account, by = 'password') {
  const { localId, email, displayName: name, photoUrl: picture } = account;
  const now = Math.floor(Date.now() / 1_000);
  const idToken = unsigned({
    ...{ iss: `https://securetoken.google.com/${projectId}`, aud: projectId, sub: localId },
    ...{ email, name, picture, iat: now, auth_time: now, exp: now + 3_600 },
    firebase: { sign_in_provider: by },
  });
  return { localId, email, idToken, refreshToken: `${localId} ${by}`, expiresIn: '3600' };
}

function unsigned(payload: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
