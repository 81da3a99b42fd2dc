import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/** The errors of a browser context that the test has not declared. */
export interface BrowserErrors {
  /** Every error that no expectation covers, and every expectation that no error met. */
  unexpected(): string[];
  /** Declares that the browser will report an error that matches. */
  expect(pattern: RegExp): void;
}

/**
 * Records, from now on and on all pages of the context: errors and warnings on the console, uncaught exceptions,
 * violations of the Content-Security-Policy, and failed requests to our own origin.
 */
export async function recordErrors(
  context: BrowserContext,
  origin: string,
): Promise<BrowserErrors> {
  const errors: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    if (isErrorOrWarning(message) && message.text() !== workerKeptOut)
      errors.push(`console.${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    errors.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason';
    // A page that is left cancels its requests.
    if (reason === 'net::ERR_ABORTED' || !request.url().startsWith(origin)) return;
    errors.push(`request failed: ${request.method()} ${request.url()}: ${reason}`);
  });
  await context.exposeBinding('reportPolicyViolation', (_source, violation: string) => {
    errors.push(`policy violated: ${violation}`);
  });
  await context.addInitScript(reportPolicyViolations);
  return {
    unexpected() {
      const uncovered = errors.filter((error) => !expected.some((pattern) => pattern.test(error)));
      const unmet = expected.filter((pattern) => !errors.some((error) => pattern.test(error)));
      return [...uncovered, ...unmet.map((pattern) => `expected and not reported: ${pattern}`)];
    },
    expect(pattern) {
      expected.push(pattern);
    },
  };
}

/** Waits until the browser has delivered the messages of everything that happened so far. */
export async function flushMessages(pages: readonly Page[]): Promise<void> {
  // Messages arrive in order: once this answer is here, so are those before it.
  await Promise.all(pages.map((page) => page.evaluate('undefined').catch(() => undefined)));
}

/** Said by Playwright where `serviceWorkers` is `block`. */
const workerKeptOut = 'Service Worker registration blocked by Playwright';

function isErrorOrWarning(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning';
}

/** Runs in the page, before its own scripts. */
function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', (event) => {
    const report: unknown = Reflect.get(window, 'reportPolicyViolation');
    if (typeof report !== 'function') return;
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
    report(`${effectiveDirective} blocked ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`);
  });
}
