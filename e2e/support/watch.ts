import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/** What went wrong in the browser without the test saying that it would. */
export interface Watch {
  /** Every complaint that no expectation covers, and every expectation that nothing met. */
  complaints(): string[];
  /** Says that the browser is going to complain in these words, and that this is right. */
  expectConsole(words: RegExp): void;
}

/**
 * Listens to all pages of a browser context, from now on: errors and warnings on the console, exceptions that nobody
 * caught, violations of the Content-Security-Policy, and requests to our own origin that failed.
 */
export async function watchContext(context: BrowserContext, origin: string): Promise<Watch> {
  const heard: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    if (isComplaint(message)) heard.push(`console.${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    heard.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason';
    // A page that is left lets go of what it asked for.
    if (reason === 'net::ERR_ABORTED' || !request.url().startsWith(origin)) return;
    heard.push(`request failed: ${request.method()} ${request.url()}: ${reason}`);
  });
  await context.exposeBinding('tellViolation', (_source, violation: string) => {
    heard.push(`policy violated: ${violation}`);
  });
  await context.addInitScript(reportViolations);
  return {
    complaints() {
      const uncovered = heard.filter((words) => !expected.some((pattern) => pattern.test(words)));
      const unmet = expected.filter((pattern) => !heard.some((words) => pattern.test(words)));
      return [...uncovered, ...unmet.map((pattern) => `expected and never heard: ${pattern}`)];
    },
    expectConsole(words) {
      expected.push(words);
    },
  };
}

/** Waits until the browser has told all that it had to tell so far. */
export async function hearOut(pages: readonly Page[]): Promise<void> {
  // Messages come in order: when the answer is here, so is whatever was said before.
  await Promise.all(pages.map((page) => page.evaluate('undefined').catch(() => undefined)));
}

function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning';
}

/** Runs in the page, before its own scripts. */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', (event) => {
    const tell: unknown = Reflect.get(window, 'tellViolation');
    if (typeof tell !== 'function') return;
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
    tell(`${effectiveDirective} blocked ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`);
  });
}
