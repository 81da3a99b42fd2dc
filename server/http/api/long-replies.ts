import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';

/** `@fastify/rate-limit` reads this from a route's `config`: each kind of file twice in a minute, and a few more. */
export const longReplyRate = { max: 30, timeWindow: '1 minute' };

/** The limit for all people together, in one process: a reader who pauses holds a page of rows and a connection. */
const maxAtOnce = 20;
const longestMs = 30 * 60_000;

/** Sends replies of any length as they are read, to each person one at a time. */
export interface LongReplies {
  /**
   * @param read makes the pieces; what it throws is answered as by any other call
   * @throws Problem too-many-requests while another one is being sent to this person, or to too many
   */
  send(
    userId: string,
    reply: FastifyReply,
    read: () => Promise<AsyncIterable<string>>,
  ): Promise<FastifyReply>;
}

/** @param pausedReaderMs how long a reader may take nothing before the connection is closed */
export function createLongReplies({
  pausedReaderMs = 60_000,
}: {
  pausedReaderMs?: number | undefined;
}): LongReplies {
  const readers = new Set<string>();
  return {
    async send(userId, reply, read) {
      if (readers.has(userId)) {
        throw refusal(
          msg`Another download of yours is still running. Try again when it has finished.`,
        );
      }
      if (readers.size >= maxAtOnce) {
        throw refusal(msg`Many downloads are running just now. Please try again in a minute.`);
      }
      readers.add(userId);
      try {
        const pieces = Readable.from(await read(), { objectMode: true, highWaterMark: 1 });
        const latest = setTimeout(() => reply.raw.destroy(), longestMs).unref();
        pieces.once('close', () => {
          clearTimeout(latest);
          readers.delete(userId);
        });
        // Node counts what the reader takes, so a slow one goes on.
        reply.raw.setTimeout(pausedReaderMs, () => reply.raw.destroy());
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        return reply.send(pieces);
      } catch (error) {
        readers.delete(userId);
        throw error;
      }
    },
  };
}

function refusal(detail: ProblemText): Problem {
  return new Problem('too-many-requests', detail, { retryAfterSeconds: 10 });
}
