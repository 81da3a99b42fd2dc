import { onRightNode } from './setup/node-version.mjs';

onRightNode(() =>
  import('./test/conformance.mjs').then(({ checkConformance }) => checkConformance()),
);
