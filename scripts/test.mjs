import { onRightNode } from './setup/node-version.mjs';

onRightNode(() => import('./test/test.mjs').then((test) => test.testEverything()));
