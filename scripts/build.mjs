import { onRightNode } from './setup/node-version.mjs';

onRightNode(() => import('./build/build.mjs').then((build) => build.buildShop()));
