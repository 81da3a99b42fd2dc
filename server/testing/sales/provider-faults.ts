import { Problem } from '../../core/problem.ts';

/** Whether a call fails before the provider has done anything, or after, so that only its answer is lost. */
export type Failure = 'before' | 'after';

/** Lets the calls of a provider fail as they do behind a network. */
export function createProviderFaults<Method extends string>() {
  const queued: { method: Method; failure: Failure }[] = [];
  return {
    /** Lets the next call of this method fail. */
    failNext: (method: Method, failure: Failure) => void queued.push({ method, failure }),
    end: () => void queued.splice(0),
    async call<T>(method: Method, act: () => T | Promise<T>): Promise<T> {
      const index = queued.findIndex((one) => one.method === method);
      const [fault] = index < 0 ? [] : queued.splice(index, 1);
      if (fault?.failure === 'before') throw noAnswer(method);
      const result = await act();
      if (fault?.failure === 'after') throw noAnswer(method);
      return result;
    },
  };
}

function noAnswer(method: string): Problem {
  return new Problem('unavailable', `The provider does not answer: ${method}`);
}
