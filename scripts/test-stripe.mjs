import { onRightNode } from './setup/node-version.mjs';

onRightNode(() => import('./test/test-stripe.mjs').then((test) => test.testStripe()));
