/** Said by the start of a real shop, by the doctor and by `npm run launch`. */
export const demoInDatabase =
  'This database contains the demo catalogue, and a real shop does not start on it.';
export const anotherDatabase =
  'Set another DATA_DIR or DATABASE_URL. To show the demo, leave NODE_ENV out.';
