import { existsSync } from 'node:fs';
import { buildIfChanged } from './setup/build.mjs';

// `npm run launch`, with the settings of `npm start`.
await buildIfChanged();
if (existsSync('.env')) process.loadEnvFile('.env');
await import(new URL('../dist/server/launch.js', import.meta.url).href);
