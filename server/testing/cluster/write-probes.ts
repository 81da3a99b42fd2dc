import { setTimeout as pause } from 'node:timers/promises';
import { listing } from '../shop-stories.ts';
import type { Person } from '../signed-in-people.ts';

/** What one address has answered since a fault began. */
export interface ProbeFigures {
  acknowledged: number;
  /** Answered with 503, `Retry-After` and `acknowledged: false`. */
  refused: number;
  /** No answer, or that of a proxy that got none. */
  failed: number;
  /** The longest time from one acknowledged write to the next one. */
  longestGapMs: number;
  slowestMs: number;
}

interface ProbeOptions {
  /** Addresses by name, of servers and of the proxy before them. */
  targets: Readonly<Record<string, string>>;
  sellers: readonly Person[];
  image: string;
  /** Is called with each product that was listed. */
  onListed: (productId: string) => void;
}

const everyMs = 500;
/** The longest time that a request may take, whatever happens to the database (docs/operators/postgresql.md). */
const longestAnswerMs = 31_000;

/** Lists a product at each address twice a second, whether or not the requests before were answered. */
export function startWriteProbes({ targets, sellers, image, onListed }: ProbeOptions) {
  /** Ids of the acknowledged products by their names. */
  const listed = new Map<string, string>();
  const unexpected: string[] = [];
  const figures = new Map<string, ProbeFigures>();
  const acknowledgedMs = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let count = 0;
  const timer = setInterval(() => {
    for (const target of Object.keys(targets)) {
      const sent: Promise<void> = probe(target).finally(() => running.delete(sent));
      running.add(sent);
    }
  }, everyMs);

  async function probe(target: string): Promise<void> {
    count += 1;
    const name = `Cluster oud ${count}`;
    const seller = sellers[count % sellers.length];
    const sentMs = performance.now();
    const reply = await fetch(`${targets[target]}/api/products`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${seller?.token}` },
      body: JSON.stringify({ ...listing, name, image }),
      signal: AbortSignal.timeout(longestAnswerMs),
    }).then(
      async (answer) => ({ answer, body: await answer.text() }),
      () => undefined,
    );
    const answered = figures.get(target);
    const nowMs = performance.now();
    if (reply?.answer.status === 201) {
      const id = String(JSON.parse(reply.body).insertedId);
      listed.set(name, id);
      onListed(id);
      closeGap(target, nowMs);
    }
    if (!answered) return;
    answered.slowestMs = Math.max(answered.slowestMs, nowMs - sentMs);
    if (reply?.answer.status === 201) answered.acknowledged += 1;
    else if (isRefusal(reply)) answered.refused += 1;
    else if (!reply || isOfProxy(reply.answer)) answered.failed += 1;
    else unexpected.push(`${target} answered ${reply.answer.status}: ${reply.body}`);
  }

  function closeGap(target: string, nowMs: number): void {
    const answered = figures.get(target);
    const gapMs = nowMs - (acknowledgedMs.get(target) ?? nowMs);
    if (answered) answered.longestGapMs = Math.max(answered.longestGapMs, gapMs);
    acknowledgedMs.set(target, nowMs);
  }

  async function untilAcknowledgedAgain(): Promise<void> {
    const beginMs = performance.now();
    const isServed = (target: string) => (acknowledgedMs.get(target) ?? 0) > beginMs;
    while (!Object.keys(targets).every(isServed)) await pause(100);
  }

  return {
    listed,
    unexpected,
    untilAcknowledgedAgain,
    /** Counts from zero. */
    begin(): void {
      const none = { acknowledged: 0, refused: 0, failed: 0, longestGapMs: 0, slowestMs: 0 };
      for (const target of Object.keys(targets)) {
        figures.set(target, { ...none });
        acknowledgedMs.set(target, performance.now());
      }
    },
    figures: () => structuredClone(Object.fromEntries(figures)),
    async stop(): Promise<void> {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

function isRefusal(reply: { answer: Response; body: string } | undefined): boolean {
  if (reply?.answer.status !== 503 || isOfProxy(reply.answer)) return false;
  return reply.answer.headers.has('retry-after') && reply.body.includes('"acknowledged":false');
}

/** HAProxy's own answers are pages. */
function isOfProxy({ status, headers }: Response): boolean {
  return status >= 502 && headers.get('content-type') === 'text/html';
}
