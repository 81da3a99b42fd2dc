/** An account as Identity Toolkit returns it. */
interface Account {
  localId: string;
  email: string;
  emailVerified: boolean;
  passwordHash?: string;
  displayName?: string;
  photoUrl?: string;
  /** Seconds, as a string. */
  validSince?: string;
  providerUserInfo: { providerId: string; email: string; rawId: string }[];
}

type Fields = Readonly<Record<string, string | undefined>>;
type Action = (fields: Fields) => object;

/** A refusal with Google's error code. */
export class Refusal extends Error {}

function refuse(code: string): never {
  throw new Refusal(code);
}

export const projectId = 'demo-reprise';

/** The accounts of an initially empty project, its operations by method, and the mails that were sent. */
export function projectAccounts() {
  const accounts = new Map<string, Account>();
  const mails: { email: string; oobCode: string; requestType: string }[] = [];
  let made = 0;
  const next = () => {
    made += 1;
    return made;
  };

  const byEmail = (email = '') => [...accounts.values()].find((one) => one.email === email);
  const byId = (id = '') => accounts.get(id) ?? refuse('USER_NOT_FOUND');
  const owner = (token = '') => {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return byId(payload.sub);
  };
  const byCode = (oobCode = '') => {
    const index = mails.findIndex((mail) => mail.oobCode === oobCode);
    const [mail] = index < 0 ? [] : mails.splice(index, 1);
    return byEmail(mail?.email) ?? refuse('INVALID_OOB_CODE');
  };
  const add = (email: string, providerId: string): Account => {
    const providerUserInfo = [{ providerId, email, rawId: email }];
    const account = { localId: `user-${next()}`, email, emailVerified: false, providerUserInfo };
    accounts.set(account.localId, account);
    return account;
  };

  const methods: Record<string, Action> = {
    signUp({ email = '', password = '' }) {
      if (byEmail(email)) refuse('EMAIL_EXISTS');
      return session(Object.assign(add(email, 'password'), { passwordHash: password }));
    },
    signInWithPassword({ email, password }) {
      const account = byEmail(email);
      if (account?.passwordHash !== password) refuse('INVALID_LOGIN_CREDENTIALS');
      return session(account ?? refuse('INVALID_LOGIN_CREDENTIALS'));
    },
    signInWithIdp({ postBody }) {
      const said = JSON.parse(new URLSearchParams(postBody).get('id_token') ?? '');
      const account = byEmail(said.email) ?? add(said.email, 'google.com');
      Object.assign(account, { emailVerified: true, displayName: said.name });
      return { ...session(account, 'google.com'), providerId: 'google.com' };
    },
    // With an id token the owner asks; with lists of ids or emails, the shop's server does.
    lookup({ idToken, localId, email }) {
      if (idToken) return { users: [owner(idToken)] };
      const found = localId ? accounts.get(localId[0] ?? '') : byEmail(email?.[0]);
      return found ? { users: [found] } : {};
    },
    update({ oobCode, idToken, localId, displayName, photoUrl, password, validSince }) {
      if (oobCode) return Object.assign(byCode(oobCode), { emailVerified: true });
      const account = idToken ? owner(idToken) : byId(localId);
      if (displayName !== undefined) account.displayName = displayName;
      if (photoUrl !== undefined) account.photoUrl = photoUrl;
      if (password !== undefined) account.passwordHash = password;
      if (validSince !== undefined) account.validSince = validSince;
      return { ...account, ...session(account) };
    },
    delete({ localId }) {
      accounts.delete(byId(localId).localId);
      return {};
    },
    sendOobCode({ requestType = '', email, idToken }) {
      const account = idToken ? owner(idToken) : (byEmail(email) ?? refuse('EMAIL_NOT_FOUND'));
      mails.push({ email: account.email, requestType, oobCode: `code-${next()}` });
      return { email: account.email };
    },
    resetPassword({ oobCode, newPassword }) {
      // Without a password it reads the code, which can be used afterwards.
      if (newPassword === undefined) {
        const { email, requestType } =
          mails.find((mail) => mail.oobCode === oobCode) ?? refuse('INVALID_OOB_CODE');
        return { email, requestType };
      }
      const account = Object.assign(byCode(oobCode), { passwordHash: newPassword });
      return { email: account.email, requestType: 'PASSWORD_RESET' };
    },
    token({ refresh_token: refreshToken = '' }) {
      const [uid = '', by, began] = refreshToken.split(' ');
      const account = accounts.get(uid);
      if (!account || Number(began) < Number(account.validSince ?? 0)) refuse('TOKEN_EXPIRED');
      const { idToken } = session(account ?? refuse('TOKEN_EXPIRED'), by, Number(began));
      const tokens = { access_token: idToken, id_token: idToken, refresh_token: refreshToken };
      return { ...tokens, expires_in: '3600', user_id: uid, project_id: projectId };
    },
  };
  return { methods, mails };
}

function session(account: Account, by = 'password', began = nowSeconds()) {
  const { localId, email, displayName: name, photoUrl: picture } = account;
  const idToken = unsigned({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: localId,
    email,
    name,
    picture,
    iat: nowSeconds(),
    auth_time: began,
    exp: nowSeconds() + 3_600,
    firebase: { sign_in_provider: by },
  });
  return { localId, email, idToken, refreshToken: `${localId} ${by} ${began}`, expiresIn: '3600' };
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

function unsigned(payload: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}
