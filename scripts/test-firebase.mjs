import { onRightNode } from './setup/node-version.mjs';

onRightNode(() => import('./test/test-firebase.mjs').then((test) => test.testFirebase()));
