/**
 * The server cannot start, and the operator can correct the cause. `main` prints the message and the remedy without
 * a stack trace and exits with status 1.
 */
export class StartupError extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartupError';
    this.remedy = remedy;
  }
}
