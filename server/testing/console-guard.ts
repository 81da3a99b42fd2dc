import { afterAll, afterEach } from 'vitest';

/**
 * Whatever is printed during a test without the test saying so fails it. A test that expects output puts a spy in the
 * place of the method (`vi.spyOn(console, 'error').mockImplementation(…)`), and this guard then hears nothing.
 */
const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

const unexpected: string[] = [];

for (const method of METHODS) {
  console[method] = (...words: unknown[]) => {
    unexpected.push(`console.${method}: ${words.map(String).join(' ')}`);
  };
}

function failOnOutput(): void {
  if (unexpected.length > 0) {
    throw new Error(`Unexpected console output:\n${unexpected.splice(0).join('\n')}`);
  }
}

afterEach(failOnOutput);
afterAll(failOnOutput);
