import { existsSync } from 'node:fs';
import { installPackages } from './setup/packages.mjs';

await installPackages();
if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV ??= 'development';
try {
  // Imported only now, because it needs the packages.
  const { startDevServer } = await import('./dev/dev-server.mjs');
  const stop = await startDevServer(process.cwd());
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => stop().finally(() => process.exit()));
  }
} catch (error) {
  // What the operator can do something about needs no stack trace.
  if (!(error instanceof Error && 'remedy' in error)) throw error;
  process.stderr.write(`\n${error.message}\n${error.remedy}\n\n`);
  process.exit(1);
}
