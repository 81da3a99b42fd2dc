import { onRightNode } from './setup/node-version.mjs';

onRightNode(() => import('./dev/dev.mjs').then((dev) => dev.develop()));
