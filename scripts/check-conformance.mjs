import { checkConformance } from './test/conformance.mjs';

await checkConformance();
