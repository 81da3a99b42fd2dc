import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export interface StormRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface StormReply<Body> {
  status: number;
  body: Body;
}

export interface RepeatedReply<Body> extends StormReply<Body> {
  /** An earlier attempt had no reply or a 5xx, so that the server may have done before what was asked. */
  isRepeated: boolean;
}

const pauseMs = 100;
/** Longer than a restart takes on a busy machine. */
const retryMs = 120_000;

/** Sends requests to a server that may be killed at any time. `Body` has the fields of replies that the caller reads. */
export function createStormClient<Body>(shop: () => string) {
  const counts = { replies: 0, refused: 0, noReply: 0 };
  const agent = new Agent({ keepAlive: true });

  /** @returns undefined when there was no reply */
  function send({ method, path, body = '', headers }: StormRequest) {
    return new Promise<StormReply<Body> | undefined>((resolve) => {
      const finish = (reply?: StormReply<Body>) => {
        counts[reply ? 'replies' : 'noReply'] += 1;
        if (reply && reply.status >= 400 && reply.status < 500) counts.refused += 1;
        resolve(reply);
      };
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const options = { agent, method, headers: { ...headers, ...length } };
      const sent = request(shop() + path, options, (reply) => {
        json(reply).then(
          (parsed) => finish({ status: reply.statusCode ?? 0, body: parsed as Body }),
          () => finish(),
        );
      });
      sent.on('error', () => finish()).end(body);
    });
  }

  /**
   * Repeats a request that has no reply or a 5xx until its status is one of these.
   * @throws Error for another status, and when it keeps failing
   */
  async function sendUntil(
    expected: readonly number[],
    sent: StormRequest,
  ): Promise<RepeatedReply<Body>> {
    let last: StormReply<Body> | undefined;
    let isRepeated = false;
    for (const end = Date.now() + retryMs; Date.now() < end; await pause(pauseMs)) {
      last = await send(sent);
      if (last && expected.includes(last.status)) return { ...last, isRepeated };
      if (last && last.status < 500) {
        const { status, body } = last;
        throw new Error(`${sent.method} ${sent.path}: ${status} ${JSON.stringify(body)}`);
      }
      isRepeated = true;
    }
    throw new Error(`${sent.method} ${sent.path} kept failing: ${JSON.stringify(last)}`);
  }

  return { counts, send, sendUntil, close: () => agent.destroy() };
}
