import { type PageRequest, ReadFailure } from '#contract/page.ts';
import type { BoundCalls } from '../api/bound-calls.ts';
import type { Exchange } from '../api/handlers.ts';
import { asProblem, logProblem } from '../api/problem-reply.ts';

/** The calls that a page makes while the server renders it, and what they were answered from. */
export interface GuestReads {
  read: PageRequest['read'];
  tags: ReadonlySet<string>;
}

/** Lets a page make the public calls without the way over the network; refusals become a `ReadFailure`. */
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
        // What the page gets is what a client would get: the contract's fields and nothing else.
        return JSON.parse(body);
      } catch (error) {
        const problem = asProblem(error);
        logProblem(problem, exchange.request);
        throw new ReadFailure(problem.status, problem.message);
      }
    },
  };
}
