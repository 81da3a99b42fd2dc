import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakeAccount, type FakeAccount, type Params } from './fake-stripe/account.ts';
import { createFakeBalance } from './fake-stripe/balance.ts';
import { createFakeConnect } from './fake-stripe/connect.ts';
import { FakeStripeError, invalid, newStripeId, unixNow } from './fake-stripe/objects.ts';

/**
 * The failure of the next request: with an error status, with a connection closed before or after the request was
 * processed, or without any response. A `stored` failure happened while Stripe was processing the request; Stripe
 * replays it for this idempotency key for a day. `processed`: the work was done nevertheless.
 */
export type StripeFault =
  | { status: number; code?: string; stored?: 'unprocessed' | 'processed' }
  | 'disconnect'
  | 'disconnect after processing'
  | 'no response';

interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  params: Params;
}

interface StripeResponse {
  status: number;
  body: object;
  headers: Readonly<Record<string, string>>;
}

/**
 * Starts a server that implements Stripe's HTTP API for payment intents, refunds, disputes, connected accounts,
 * transfers and balance transactions as documented: form bodies, error objects, request ids, and idempotency keys that
 * replay the first response. It keeps its objects in memory. `host` is the address of this machine that it listens on.
 */
export async function startFakeStripe({ host = '127.0.0.1' } = {}) {
  const secretKey = 'sk_test_of_the_fake';
  const webhookSecret = 'whsec_of_the_fake';
  const books = createFakeBalance();
  const account = createFakeAccount(books);
  const connect = createFakeConnect(books);
  const requests: RecordedRequest[] = [];
  const webhookEndpoints: object[] = [];
  const faults: (StripeFault | undefined)[] = [];
  const responses = new Map<string, { request: string; response: StripeResponse }>();

  function handle(request: RecordedRequest): StripeResponse {
    if (request.method === 'GET' && request.path === '/v1/balance_transactions') {
      return ok(structuredClone(books.list(request.params)));
    }
    if (request.method === 'GET' && request.path === '/v1/account') {
      return ok({ id: 'acct_of_the_fake', object: 'account', charges_enabled: true });
    }
    if (request.method === 'GET' && request.path === '/v1/webhook_endpoints') {
      return ok({ object: 'list', data: webhookEndpoints, has_more: false });
    }
    const body = connect.handle(request.method, request.path, request.params);
    return body ? ok(structuredClone(body)) : handlePayments(account, request);
  }

  function perform(request: RecordedRequest): StripeResponse {
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      throw invalid('', 'Invalid API Key provided', 401);
    }
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return handle(request);
    const text = JSON.stringify([request.path, request.params]);
    const earlier = responses.get(key);
    if (earlier && earlier.request !== text) {
      throw new FakeStripeError(400, {
        type: 'idempotency_error',
        message: 'This key was used with other parameters.',
      });
    }
    if (earlier) {
      const headers = { ...earlier.response.headers, 'idempotent-replayed': 'true' };
      return { ...earlier.response, headers };
    }
    // Stripe stores what an endpoint refuses, too; the tests of cards store such failures as faults.
    const isTransfer = request.path === '/v1/transfers';
    const response = isTransfer ? catchError(() => handle(request)) : handle(request);
    responses.set(key, { request: text, response });
    return response;
  }

  function storeFailure(request: RecordedRequest, fault: Exclude<StripeFault, string>): void {
    if (fault.stored === 'processed') perform(request);
    const text = JSON.stringify([request.path, request.params]);
    responses.set(String(request.headers['idempotency-key']), {
      request: text,
      response: toError(fault),
    });
  }

  const server = createServer(async (request, reply) => {
    const received = await readRequest(request);
    requests.push(received);
    const fault = faults.shift();
    if (fault === 'no response') return;
    if (fault === 'disconnect') return void request.socket.destroy();
    if (typeof fault === 'object') {
      if (fault.stored) storeFailure(received, fault);
      return send(reply, toError(fault));
    }
    const response = catchError(() => perform(received));
    if (fault === 'disconnect after processing') return void request.socket.destroy();
    send(reply, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // The cast holds because the server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;

  return {
    secretKey,
    webhookSecret,
    account,
    /** Connected accounts and transfers. */
    connect,
    /** What the account's owner has set up in the dashboard. */
    webhookEndpoints,
    /** The account's own list of what moved its balance. */
    books,
    requests,
    url: `http://${host}:${port}`,
    /** Queues faults, one per request; undefined lets a request succeed. */
    fail: (...next: (StripeFault | undefined)[]) => void faults.push(...next),
    /** Drops the stored responses, as Stripe does after a day. */
    forgetKeys: () => responses.clear(),
    /** The webhook body of an event about an object of the account. */
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

function handlePayments(
  account: FakeAccount,
  { method, path, params }: RecordedRequest,
): StripeResponse {
  const [, disputeId] = /^\/v1\/disputes\/(\w+)$/.exec(path) ?? [];
  if (method === 'GET' && disputeId) return ok(account.getDispute(disputeId));
  const [, id = '', action] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
  switch (`${method} ${id ? path.replace(id, '*') : path}`) {
    case 'GET /v1/payment_intents':
      return ok({ object: 'list', data: [], has_more: false });
    case 'POST /v1/payment_intents':
      return ok(structuredClone(account.createIntent(params)));
    case 'GET /v1/payment_intents/*':
      return ok(account.withCharge(account.getIntent(id)));
    case 'POST /v1/payment_intents/*/confirm':
    case 'POST /v1/payment_intents/*/cancel': {
      const intent =
        action === 'cancel' ? account.cancelIntent(id) : account.confirmIntent(id, params);
      return ok(structuredClone(account.withCharge(intent)));
    }
    case 'POST /v1/refunds':
      return ok(structuredClone(account.refund(params)));
    case 'GET /v1/refunds':
      return ok({
        object: 'list',
        data: account.refundsOf(params.payment_intent ?? ''),
        has_more: false,
      });
    default:
      throw invalid('', `Unrecognized request URL (${method}: ${path}).`, 404);
  }
}

const ok = (body: object): StripeResponse => ({ status: 200, body, headers: {} });

function catchError(work: () => StripeResponse): StripeResponse {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FakeStripeError)) throw error;
    return { status: error.status, body: { error: error.fields }, headers: {} };
  }
}

function toError({ status, code, stored }: Exclude<StripeFault, string>): StripeResponse {
  const type = stored && status < 500 ? 'invalid_request_error' : 'api_error';
  const error = { type, code, message: 'Something went wrong on our end.' };
  // A retry with the same key would get the same response.
  return { status, body: { error }, headers: stored ? { 'stripe-should-retry': 'false' } : {} };
}

function send(response: ServerResponse, { status, body, headers }: StripeResponse): void {
  const fixed = { 'content-type': 'application/json', 'request-id': newStripeId('req') };
  response.writeHead(status, { ...fixed, ...headers }).end(JSON.stringify(body));
}

async function readRequest(request: IncomingMessage): Promise<RecordedRequest> {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://stripe');
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const form = request.method === 'POST' ? new URLSearchParams(text) : searchParams;
  const { method = 'GET', headers } = request;
  return { method, path, headers, params: Object.fromEntries(form) };
}
