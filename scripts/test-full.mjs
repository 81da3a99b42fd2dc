// Everything that `npm test` runs, the long tests, and the browser stories of *.full.spec.ts. With words it runs only the
// Vitest files whose paths contain one of them, at full length: npm run test:full -- fuzz
import { installPackages } from './setup/packages.mjs';
import { run } from './setup/run.mjs';
import { fullSizes, fullSteps, longTestOptions } from './test/steps.mjs';
import { testEverything } from './test/test.mjs';

const words = process.argv.slice(2);
if (words.length === 0) {
  await testEverything(fullSteps);
} else {
  await installPackages();
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...longTestOptions, ...words], {
    env: { ...fullSizes, ...process.env },
  });
}
