import { checkConformance } from './test/conformance.mjs';

await checkConformance({ isFull: process.env.FULL_TESTS === '1' });
