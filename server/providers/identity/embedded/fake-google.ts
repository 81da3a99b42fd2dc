import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';
import { type FakeGooglePerson, fakeGooglePage } from './fake-google-page.ts';
import type { GoogleSettings } from './google-settings.ts';

/** Whom one may be in the demo. The first has no account in the shop, the second is one of the demo's sellers. */
const people: readonly FakeGooglePerson[] = [
  { email: 'gale@reprise.test', name: 'Gale Winters', isVerified: true },
  { email: 'samba.diallo@reprise.test', name: 'Samba Diallo', isVerified: true },
];

export interface FakeGoogle {
  settings: GoogleSettings;
  stop(): Promise<void>;
}

/** Query parameter of the authorize address that says who was chosen on the page. */
const chosenParameter = 'chosen';

/**
 * Starts an OpenID provider on a free port of this machine's loopback that plays Google, for the demo and for tests. It
 * asks for no password: its page lets one choose who to be, and says what it is.
 */
export async function startFakeGoogle(
  known: readonly FakeGooglePerson[] = people,
): Promise<FakeGoogle> {
  const issuer = new OAuth2Issuer();
  await issuer.keys.generate('RS256');
  const service = new OAuth2Service(issuer);
  const chosen = rememberChoice(service, known);
  const handle = service.requestHandler;

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (url.pathname === '/authorize' && !chosen.isKnown(url.searchParams.get(chosenParameter))) {
      showPage(response, fakeGooglePage(url, known, chosenParameter));
      return;
    }
    handle(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  issuer.url = `http://127.0.0.1:${port}`;
  return {
    settings: {
      clientId: 'reprise-demo',
      clientSecret: randomBytes(24).toString('base64url'),
      issuer: issuer.url,
      isFake: true,
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ties the code that the browser carries back to the person who was chosen, and puts them into the token. */
function rememberChoice(service: OAuth2Service, known: readonly FakeGooglePerson[]) {
  const byCode = new Map<string, FakeGooglePerson>();
  const find = (email: unknown) => known.find((person) => person.email === email);

  service.on('beforeAuthorizeRedirect', ({ url }, request) => {
    const person = find(askedFor(request));
    const code = url.searchParams.get('code');
    if (person && code) byCode.set(code, person);
  });
  service.on('beforeTokenSigning', (token, request) => {
    const person = byCode.get(String(request.body?.code));
    if (!person) return;
    Object.assign(token.payload, {
      sub: `stand-in-${person.email}`,
      email: person.email,
      email_verified: person.isVerified,
      name: person.name,
    });
  });
  return { isKnown: (email: string | null) => find(email) !== undefined };
}

function askedFor(request: IncomingMessage): string | null {
  return new URL(request.url ?? '/', 'http://stand-in').searchParams.get(chosenParameter);
}

function showPage(response: ServerResponse, html: string): void {
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
    })
    .end(html);
}
