/**
 * Whether `npm run test:full` runs the stories. It visits every page in every theme, width and language for which
 * `npm test` takes a sample.
 */
export const isFull = Boolean(process.env.FULL_TESTS);
