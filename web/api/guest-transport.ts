import type { PageRequest } from '#contract/shop/page.ts';
import { CallFailure } from './failures.ts';
import type { Transport } from './transport.ts';

/** Calls a plain function while the server renders a page, always as a guest. */
export function guestTransport(read: PageRequest['read']): Transport {
  return async ({ name, params, query, body }) => {
    try {
      // The client typed the input by the same call name; the transport interface has erased that type.
      const input = onlyGiven({ params, query, body }) as Parameters<typeof read>[1];
      const { reply, nextCursor } = await read(name, input);
      return { body: reply, nextCursor };
    } catch (failure) {
      throw isReadFailure(failure)
        ? new CallFailure({
            status: failure.status,
            detail: failure.message,
            requestId: failure.requestId,
          })
        : failure;
    }
  };
}

function onlyGiven(parts: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

/** Compared by name, because the server is another bundle with its own ReadFailure class. */
function isReadFailure(
  failure: unknown,
): failure is Error & { status: number; requestId?: string } {
  return failure instanceof Error && failure.name === 'ReadFailure' && 'status' in failure;
}
