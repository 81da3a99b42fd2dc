import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';
import type { GoogleClient } from '../better-auth/better-auth-plugins.ts';
import { type FakeGooglePerson, fakeGooglePage } from './fake-google-page.ts';

/** The people of the demo. The first has no account in the shop, the second is one of the demo's sellers. */
const demoPeople: readonly FakeGooglePerson[] = [
  { email: 'gale@reprise.test', name: 'Gale Winters', isVerified: true },
  { email: 'samba.diallo@reprise.test', name: 'Samba Diallo', isVerified: true },
];

export interface FakeGoogle {
  settings: GoogleClient;
  stop(): Promise<void>;
}

/** Query parameter of the authorize URL with the email of the person that was chosen on the page. */
const chosenParameter = 'chosen';

/**
 * Starts an OpenID provider in place of Google on a free loopback port, for the demo and for tests. It asks for no
 * password: its page states that it is not Google and lets the visitor choose a person.
 */
export async function startFakeGoogle(
  people: readonly FakeGooglePerson[] = demoPeople,
): Promise<FakeGoogle> {
  const issuer = new OAuth2Issuer();
  await issuer.keys.generate('RS256');
  const service = new OAuth2Service(issuer);
  const chosen = trackChosenPerson(service, people);
  const handle = service.requestHandler;

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/authorize' && !chosen.isKnown(url.searchParams.get(chosenParameter))) {
      showPage(response, fakeGooglePage(url, people, chosenParameter));
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

/** Associates the authorization code with the chosen person, and puts that person into the token. */
function trackChosenPerson(service: OAuth2Service, people: readonly FakeGooglePerson[]) {
  const byCode = new Map<string, FakeGooglePerson>();
  const find = (email: unknown) => people.find((person) => person.email === email);

  service.on('beforeAuthorizeRedirect', ({ url }, request) => {
    const person = find(readChosenEmail(request));
    const code = url.searchParams.get('code');
    if (person && code) byCode.set(code, person);
  });
  service.on('beforeTokenSigning', (token, request) => {
    const person = byCode.get(String(request.body?.code));
    if (!person) return;
    Object.assign(token.payload, {
      // Existing demo databases have stored this form.
      sub: `stand-in-${person.email}`,
      email: person.email,
      email_verified: person.isVerified,
      name: person.name,
    });
  });
  return { isKnown: (email: string | null) => find(email) !== undefined };
}

function readChosenEmail(request: IncomingMessage): string | null {
  return new URL(request.url ?? '/', 'http://localhost').searchParams.get(chosenParameter);
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
