/** What a span has: names and numbers, and nothing of a person. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** `server`: it answers a request; `client`: it asks another server; `consumer`: it processes what was queued. */
  kind?: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** Begins a trace, or joins that of the request with this id, whatever runs at present. */
  root?: { requestId: string | null };
  /** Made only inside another span, because it happens all the time. */
  isInner?: boolean;
}

/** The span of a request, which begins and ends in hooks. */
export interface RequestSpan {
  /** Runs the handlers inside the span. */
  enter(work: () => void): void;
  end(result: { route: string; status: number }): void;
}

/** Makes spans; `server/tracing` has the one that exports them. */
export interface Tracing {
  run<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result>;
  startRequest(request: {
    method: string;
    requestId: string;
    traceparent: string | undefined;
  }): RequestSpan;
}

let tracing: Tracing | undefined;

/** Switches the spans of this process on, or off again. */
export function setTracing(chosen: Tracing | undefined): void {
  tracing = chosen;
}

/** The maker of spans; undefined while they are off. */
export function currentTracing(): Tracing | undefined {
  return tracing;
}

/** Runs the work in a span, and nothing but the work while spans are off. */
export function traced<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracing ? tracing.run(name, options, work) : work();
}

/**
 * The same object, whose methods run in client spans named after them. While spans are off it is the object itself.
 * @param methods those that ask another server or take long, and return promises
 */
export function tracedCalls<Target extends object>(
  name: string,
  target: Target,
  methods: readonly (keyof Target & string)[],
): Target {
  if (!tracing) return target;
  const names: readonly string[] = methods;
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key);
      if (typeof value !== 'function') return value;
      // The object's own private fields are not those of the proxy.
      if (typeof key !== 'string' || !names.includes(key)) return value.bind(object);
      return (...args: unknown[]) =>
        traced(`${name} ${key}`, { kind: 'client' }, async () => value.apply(object, args));
    },
  });
}
