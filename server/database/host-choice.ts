import type { PoolClient } from 'pg';
import { type ClientOptions, PooledClient, withCode } from './pooled-client.ts';

/** The address on which a PostgreSQL listens; without a port it is 5432. */
export interface DatabaseHost {
  host: string;
  port?: number | undefined;
}

/** The error of a server that takes no writes, as PostgreSQL itself has it for a statement. */
const readOnlyTransaction = '25006';

/** Which of several hosts new connections go to: the one that worked last, and after a failure the next in order. */
export class HostChoice {
  readonly #hosts: readonly DatabaseHost[];
  readonly #timeoutMs: number;
  #index = 0;

  /** @param timeoutMs how long one host may take; by default without a limit */
  constructor(hosts: readonly DatabaseHost[], timeoutMs = Number.POSITIVE_INFINITY) {
    this.#hosts = hosts;
    this.#timeoutMs = timeoutMs;
  }

  get current(): DatabaseHost | undefined {
    return this.#hosts[this.#index];
  }

  /** Goes on to the next host, unless another connection's failure has already done so. */
  leave(host: DatabaseHost | undefined): void {
    if (host === this.current) this.#index = (this.#index + 1) % Math.max(this.#hosts.length, 1);
  }

  /**
   * Tries each host once before it fails, and the first one again, because it may be the one that others have left; but not
   * when all of them have taken the time that they may.
   */
  async connect<T>(connect: () => Promise<T>): Promise<T> {
    // The driver's timers may fire a little early.
    const lateMs = performance.now() + 0.9 * this.#timeoutMs * this.#hosts.length;
    for (let left = this.#hosts.length; ; left -= 1) {
      const tried = this.current;
      try {
        return await connect();
      } catch (error) {
        // A host is not at fault when all of its connections are in use.
        if ((error as { code?: unknown }).code === 'CONNECT_TIMEOUT') throw error;
        if (left > 0) this.leave(tried);
        if (left <= 0 || performance.now() > lateMs) throw error;
      }
    }
  }

  /** The class of connections to the current host. */
  clientClass(): new (options?: ClientOptions) => PooledClient {
    const choice = this;
    return class extends PooledClient {
      readonly #host = choice.current;

      constructor(options: ClientOptions = {}) {
        // The pool hides the password from spreading.
        super(Object.assign({ password: options.password }, options, choice.current));
      }

      protected override onSilence(): void {
        choice.leave(this.#host);
      }
    };
  }
}

/** Refuses a new connection to a standby or to another server that takes no writes (`target_session_attrs=read-write`). */
export function requireWritable(client: PoolClient, done: (error?: Error) => void): void {
  // The pool makes its clients of this class.
  const pooled = client as unknown as PooledClient;
  pooled.send({ text: 'show transaction_read_only', values: [] }, { prepare: false }).then(
    ({ rows }) => {
      const isReadOnly = rows[0]?.transaction_read_only !== 'off';
      const error = new Error('The database server takes no writes; it is a standby');
      done(isReadOnly ? withCode(error, readOnlyTransaction) : undefined);
    },
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}
