import { onRightNode } from './setup/node-version.mjs';

onRightNode(() => import('./test/test-storm.mjs').then((test) => test.testStorm()));
