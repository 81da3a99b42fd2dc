import { onRightNode } from './setup/node-version.mjs';

onRightNode(() => import('./start/start.mjs').then((start) => start.startShop()));
