import { steps } from './test/steps.mjs';
import { testEverything } from './test/test.mjs';

await testEverything(steps);
