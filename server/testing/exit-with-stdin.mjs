import { isMainThread } from 'node:worker_threads';

// Standard input ends when the process at the other end of the pipe does. Nothing is written to it.
if (isMainThread) {
  process.stdin.on('end', () => process.exit(1)).resume();
  process.stdin.unref();
}
