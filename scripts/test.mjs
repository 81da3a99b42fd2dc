import { testEverything } from './test/test.mjs';

await testEverything();
