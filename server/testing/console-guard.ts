import { afterAll, afterEach } from 'vitest';

/*
 * Fails a test that prints to the console unexpectedly. A test that expects output mocks the method
 * (`vi.spyOn(console, 'error').mockImplementation(…)`), which replaces this guard.
 */
const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

const unexpected: string[] = [];

for (const method of METHODS) {
  console[method] = (...args: unknown[]) => {
    unexpected.push(`console.${method}: ${args.map(String).join(' ')}`);
  };
}

function failOnOutput(): void {
  if (unexpected.length > 0) {
    throw new Error(`Unexpected console output:\n${unexpected.splice(0).join('\n')}`);
  }
}

afterEach(failOnOutput);
afterAll(failOnOutput);
