import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Books, openBooks, type Sent } from './fake-stripe/books.ts';
import { FakeStripeRefusal, invalid, newStripeId, unixNow } from './fake-stripe/objects.ts';

/**
 * What goes wrong with the next request: a status that Stripe answers with, the line is cut before or after the work was
 * done, or no answer ever comes. A failure that is `kept` came while Stripe was at work, or when it was `done`: it is
 * Stripe's answer to this idempotency key for a day.
 */
export type StripeFault =
  | { status: number; code?: string; kept?: 'undone' | 'done' }
  | 'cut'
  | 'cut after work'
  | 'silence';

interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  sent: Sent;
}

interface Answer {
  status: number;
  body: object;
  headers: Readonly<Record<string, string>>;
}

/**
 * Speaks Stripe's HTTP API for payment intents and refunds, as its documentation has it: form bodies, error objects,
 * idempotency keys that replay the first answer, request ids. It keeps its books in memory.
 */
export async function startFakeStripe() {
  const secretKey = 'sk_test_of_the_stand_in';
  const webhookSecret = 'whsec_of_the_stand_in';
  const books = openBooks();
  const asked: Asked[] = [];
  const faults: (StripeFault | undefined)[] = [];
  const answered = new Map<string, { request: string; answer: Answer }>();

  function perform(request: Asked): Answer {
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      throw invalid('', 'Invalid API Key provided', 401);
    }
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return answerOf(books, request);
    const text = JSON.stringify([request.path, request.sent]);
    const before = answered.get(key);
    if (before && before.request !== text) {
      throw new FakeStripeRefusal(400, {
        ...{ type: 'idempotency_error', message: 'This key was used with other parameters.' },
      });
    }
    if (before) {
      const headers = { ...before.answer.headers, 'idempotent-replayed': 'true' };
      return { ...before.answer, headers };
    }
    const answer = answerOf(books, request);
    answered.set(key, { request: text, answer });
    return answer;
  }

  function keepFailure(request: Asked, fault: Exclude<StripeFault, string>): void {
    if (fault.kept === 'done') perform(request);
    const text = JSON.stringify([request.path, request.sent]);
    answered.set(String(request.headers['idempotency-key']), {
      request: text,
      answer: faulty(fault),
    });
  }

  const server = createServer(async (request, response) => {
    const read = await readRequest(request);
    asked.push(read);
    const fault = faults.shift();
    if (fault === 'silence') return;
    if (fault === 'cut') return void request.socket.destroy();
    if (typeof fault === 'object') {
      if (fault.kept) keepFailure(read, fault);
      return send(response, faulty(fault));
    }
    const answer = orRefusal(() => perform(read));
    if (fault === 'cut after work') return void request.socket.destroy();
    send(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens at a port, not at a pipe.

  return {
    ...{ secretKey, webhookSecret, books, asked },
    url: `http://127.0.0.1:${port}`,
    /** The next requests go wrong, one after the other; where it is undefined, one goes well. */
    fail: (...next: (StripeFault | undefined)[]) => void faults.push(...next),
    /** Stripe keeps an idempotency key for a day. */
    forgetKeys: () => answered.clear(),
    /** An event as Stripe writes it, about an object of the account. */
    eventBody(type: string, object: object): Buffer {
      const event = { id: newStripeId('evt'), object: 'event', created: unixNow(), type };
      return Buffer.from(JSON.stringify({ ...event, livemode: false, data: { object } }, null, 2));
    },
    sign(body: Buffer, at: Date): { 'stripe-signature': string } {
      const seconds = Math.floor(at.getTime() / 1_000);
      const mac = createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex');
      return { 'stripe-signature': `t=${seconds},v1=${mac},v0=${'0'.repeat(64)}` };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

function answerOf(books: Books, { method, path, sent }: Asked): Answer {
  const [, id = '', deed] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
  switch (`${method} ${id ? path.replace(id, '*') : path}`) {
    case 'POST /v1/payment_intents':
      return good(structuredClone(books.createIntent(sent)));
    case 'GET /v1/payment_intents/*':
      return good(books.expanded(books.intentNamed(id)));
    case 'POST /v1/payment_intents/*/confirm':
    case 'POST /v1/payment_intents/*/cancel': {
      const intent = deed === 'cancel' ? books.cancelIntent(id) : books.confirmIntent(id, sent);
      return good(structuredClone(books.expanded(intent)));
    }
    case 'POST /v1/refunds':
      return good(structuredClone(books.refund(sent)));
    case 'GET /v1/refunds':
      return good({
        object: 'list',
        data: books.refundsOf(sent.payment_intent ?? ''),
        has_more: false,
      });
    default:
      throw invalid('', `Unrecognized request URL (${method}: ${path}).`, 404);
  }
}

const good = (body: object): Answer => ({ status: 200, body, headers: {} });

function orRefusal(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FakeStripeRefusal)) throw error;
    return { status: error.status, body: { error: error.fields }, headers: {} };
  }
}

function faulty({ status, code, kept }: Exclude<StripeFault, string>): Answer {
  const type = kept && status < 500 ? 'invalid_request_error' : 'api_error';
  const error = { type, code, message: 'Something went wrong on our end.' };
  // Asking again with the same key would change nothing.
  return { status, body: { error }, headers: kept ? { 'stripe-should-retry': 'false' } : {} };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const fixed = { 'content-type': 'application/json', 'request-id': newStripeId('req') };
  response.writeHead(status, { ...fixed, ...headers }).end(JSON.stringify(body));
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://stripe');
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const form = request.method === 'POST' ? new URLSearchParams(text) : searchParams;
  const { method = 'GET', headers } = request;
  return { method, path, headers, sent: Object.fromEntries(form) };
}
