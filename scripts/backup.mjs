import { existsSync } from 'node:fs';
import { buildIfChanged } from './setup/build.mjs';

// `npm run backup -- FOLDER` and `npm run restore -- FOLDER`, with the settings of `npm start`.
await buildIfChanged();
if (existsSync('.env')) process.loadEnvFile('.env');
await import(new URL('../dist/server/backup.js', import.meta.url).href);
