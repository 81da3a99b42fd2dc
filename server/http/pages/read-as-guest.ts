import { type PageRequest, ReadFailure } from '#contract/page.ts';
import type { BoundCalls } from '../api/bound-calls.ts';
import type { Exchange } from '../api/handlers.ts';
import { asProblem, logProblem } from '../api/problem-reply.ts';

/** Makes the calls of a page while the server renders it, and collects their cache tags. */
export interface GuestReads {
  read: PageRequest['read'];
  tags: ReadonlySet<string>;
}

/** Makes public calls as a guest, without the network. A refusal becomes a `ReadFailure`. */
export function readAsGuest(calls: BoundCalls, exchange: Exchange): GuestReads {
  const tags = new Set<string>();
  return {
    tags,
    async read(name, input) {
      const found = calls.get(name);
      if (found?.call.who !== 'everybody' || found.call.method !== 'GET') {
        throw new ReadFailure(401, 'Sign in to go on');
      }
      try {
        const parsed = found.parse(input as object);
        const { body } = await found.perform(parsed, exchange, { caller: null });
        for (const tag of found.tagsOf?.(parsed) ?? []) tags.add(tag);
        // The page gets what a client would get: only the contract's fields.
        return JSON.parse(body);
      } catch (error) {
        const problem = asProblem(error);
        logProblem(problem, exchange.request);
        throw new ReadFailure(problem.status, problem.message);
      }
    },
  };
}
