import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { limits } from '#contract/constants.ts';

/** What is still read of a refused upload, in bytes and time. */
const most = { bytes: 3 * limits.imageBytes, ms: 10_000 };

/**
 * Reads away what is left of a request that is about to be refused. Most clients look for the answer only after they
 * have sent everything; answering earlier and hanging up shows them a broken connection instead of the reason. A client
 * that goes on for too long is hung up on.
 */
export async function readToTheEnd(request: IncomingMessage, reply: FastifyReply): Promise<void> {
  request.unpipe();
  if (request.readableEnded || request.destroyed) return;
  const isRead = await reachesEnd(request);
  if (!isRead) reply.header('connection', 'close');
}

function reachesEnd(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(() => finish(false), most.ms);
    function finish(isRead: boolean): void {
      clearTimeout(timer);
      resolve(isRead);
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > most.bytes) finish(false);
    });
    request.once('close', () => finish(true));
    request.once('end', () => finish(true));
    request.resume();
  });
}
