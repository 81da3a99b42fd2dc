// 200,000 requests made from the OpenAPI document; `npm test` sends 4,000. FUZZ_SEED=n repeats the requests of a run.
import { installPackages } from './setup/packages.mjs';
import { run } from './setup/run.mjs';

await installPackages();
const options = ['--testTimeout=7200000', 'server/http/fuzz.slow.test.ts'];
await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options], {
  env: { FUZZ_REQUESTS: '200000', ...process.env },
});
