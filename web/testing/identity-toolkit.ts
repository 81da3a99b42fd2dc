import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { projectAccounts, projectId, Refusal } from './identity-accounts.ts';

/** CORS for every origin, as at Google. */
const headers = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
};

/** A fake of Google's Identity Toolkit, in the form of its emulator, for Firebase's SDK and the shop's server. */
export async function startFakeIdentityToolkit(): Promise<{
  url: string;
  stop: () => Promise<unknown>;
}> {
  const { methods, mails } = projectAccounts();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    const send = (status: number, said: object) =>
      response.writeHead(status, headers).end(JSON.stringify(said));
    const { pathname } = new URL(request.url ?? '', 'http://here');
    if (request.method === 'OPTIONS') {
      send(200, {});
    } else if (pathname === `/emulator/v1/projects/${projectId}/oobCodes`) {
      send(200, { oobCodes: mails });
    } else {
      try {
        send(200, perform(pathname, text));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        send(400, { error: { code: 400, message: error.message } });
      }
    }
  }

  function perform(pathname: string, text: string): object {
    const name = /(?:accounts:|\/v1\/)(\w+)$/.exec(pathname)?.[1] ?? '';
    const method = methods[name];
    if (!method) throw new Refusal(`NO_SUCH_METHOD ${pathname}`);
    return method(
      name === 'token' ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text),
    );
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
