import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object;
  /** The expected statuses. After 503 the request is repeated when the time that the answer asks for is over. */
  expected: readonly number[];
}

export interface LoadResponse {
  status: number;
  headers: IncomingMessage['headers'];
  /** The fields that stories read. */
  body: {
    insertedId?: string;
    transactionId?: string;
    clientSecret?: string;
    token?: string;
    accessToken?: string;
  };
}

export type Send = (request: LoadRequest) => Promise<LoadResponse>;
/** What a person does, request by request. */
export type Story = (send: Send) => Promise<void>;

/** The longest time that a request may take, whatever happens to the database (docs/operators/postgresql.md). */
const longestAnswerMs = 30_000;
/** On a machine that is too busy for the rate it sends less, so that the server is not overloaded all the time. */
const maxConcurrent = 30;
const tickMs = 5;

interface Queued {
  request: LoadRequest;
  atMs: number;
  resolve: (response: LoadResponse) => void;
}

/**
 * Sends `perSecond` requests a second, also when they are refused: the next ones of the stories that have begun, or the
 * first one of a new story when none of those is due.
 */
export function startSteadyLoad(options: {
  url: string;
  perSecond: number;
  nextStory: () => Story;
}) {
  const { url, perSecond, nextStory } = options;
  const counts = {
    sent: 0,
    /** Writes that were answered with 2xx. */
    acknowledged: 0,
    /** Requests that were answered with 503 and `Retry-After`. */
    refused: 0,
    slowestMs: 0,
    /** The longest time without an acknowledged write. */
    longestGapMs: 0,
    /** What must not happen, whatever happens to the database. */
    unexpected: [] as string[],
  };
  const agent = new Agent({ keepAlive: true });
  const queue: Queued[] = [];
  const running = new Set<Promise<void>>();
  let isEnding = false;
  let tickedMs = performance.now();
  let acknowledgedMs = tickedMs;
  let owed = 0;
  let unanswered = 0;
  const timer = setInterval(tick, tickMs);

  function tick(): void {
    const nowMs = performance.now();
    // When this process was held up, the load goes on at its rate and catches up with one second at most.
    owed = Math.min(perSecond, owed + ((nowMs - tickedMs) / 1_000) * perSecond);
    tickedMs = nowMs;
    for (; owed >= 1 && unanswered < maxConcurrent; owed -= 1) {
      if (!isEnding && !queue.some(({ atMs }) => atMs <= nowMs)) start(nextStory());
      const index = queue.findIndex(({ atMs }) => atMs <= nowMs);
      const [next] = index < 0 ? [] : queue.splice(index, 1);
      if (next) sendOne(next);
    }
  }

  function start(story: Story): void {
    const send = (request: LoadRequest) =>
      new Promise<LoadResponse>((resolve) => {
        queue.push({ request, atMs: 0, resolve });
      });
    const run: Promise<void> = story(send)
      .catch((error: unknown) => {
        counts.unexpected.push(String(error));
      })
      .finally(() => running.delete(run));
    running.add(run);
  }

  async function sendOne(queued: Queued): Promise<void> {
    const { request, resolve } = queued;
    const sentMs = performance.now();
    counts.sent += 1;
    unanswered += 1;
    const response = await ask(agent, url, request).catch((error: unknown) => {
      counts.unexpected.push(`${request.method} ${request.path} had no answer: ${error}`);
    });
    unanswered -= 1;
    const nowMs = performance.now();
    counts.slowestMs = Math.max(counts.slowestMs, nowMs - sentMs);
    if (response && request.expected.includes(response.status)) {
      if (request.method !== 'GET' && response.status < 300) {
        counts.acknowledged += 1;
        counts.longestGapMs = Math.max(counts.longestGapMs, nowMs - acknowledgedMs);
        acknowledgedMs = nowMs;
      }
      resolve(response);
      return;
    }
    const retryAfter = Number(response?.headers['retry-after']);
    if (response?.status === 503 && retryAfter > 0) counts.refused += 1;
    else if (response) counts.unexpected.push(describe(request, response));
    queue.push({ ...queued, atMs: nowMs + 1_000 * (retryAfter || 1) });
  }

  return {
    counts,
    /** Starts no more stories, and waits until all have ended. */
    async end(): Promise<void> {
      isEnding = true;
      while (running.size > 0) await Promise.race(running);
      clearInterval(timer);
      agent.destroy();
    },
  };
}

function describe({ method, path }: LoadRequest, { status, headers, body }: LoadResponse): string {
  const retryAfter = headers['retry-after'] ?? 'none';
  return `${method} ${path}: ${status}, Retry-After ${retryAfter}, ${JSON.stringify(body)}`;
}

function ask(
  agent: Agent,
  url: string,
  { method, path, headers, body }: LoadRequest,
): Promise<LoadResponse> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? '' : JSON.stringify(body);
    const type = payload === '' ? {} : { 'content-type': 'application/json' };
    const length = { 'content-length': String(Buffer.byteLength(payload)) };
    const options = { agent, method, headers: { ...type, ...length, ...headers } };
    const sent = request(url + path, options, (reply) => {
      json(reply).then(
        (answer) =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            body: answer as LoadResponse['body'],
          }),
        reject,
      );
    });
    sent.setTimeout(longestAnswerMs, () => sent.destroy(new Error('It took too long')));
    sent.on('error', reject).end(payload);
  });
}
