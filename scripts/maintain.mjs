import { existsSync } from 'node:fs';
import { buildIfChanged } from './setup/build.mjs';

// `npm run maintain -- TASK`, with the settings of `npm start`.
await buildIfChanged();
if (existsSync('.env')) process.loadEnvFile('.env');
await import(new URL('../dist/server/maintain.js', import.meta.url).href);
