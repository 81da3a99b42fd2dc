import { installPackages } from './setup/packages.mjs';

await installPackages();
