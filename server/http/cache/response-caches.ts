import { PersonalResponses } from './personal-responses.ts';
import { ResponseCache } from './response-cache.ts';

interface ResponseCachesOptions {
  /** Whether the caches can be trusted (see `features/products/catalogue-changes.ts`). */
  isCurrent: () => boolean;
  /** See `ResponseCache`. */
  awaySeconds: (hasReadFailed?: boolean) => number | undefined;
}

const megabyte = 1024 * 1024;

/** The caches of responses to guests and of lists for users, and the listener that drops from them what has changed. */
export function createResponseCaches({ isCurrent, awaySeconds }: ResponseCachesOptions) {
  const responseCache = new ResponseCache({ isCurrent, awaySeconds, maxBytes: 64 * megabyte });
  const personalResponses = new PersonalResponses({
    isCurrent,
    maxSharedBytes: 32 * megabyte,
    maxPersonalBytes: 32 * megabyte,
  });
  const listener = {
    forget(tags: readonly string[]) {
      responseCache.forget(tags);
      personalResponses.forget(tags);
    },
    forgetUsers: (userIds: readonly string[]) => personalResponses.forgetUsers(userIds),
    forgetAll() {
      responseCache.forgetAll();
      personalResponses.forgetAll();
    },
  };
  return { responseCache, personalResponses, listener };
}
