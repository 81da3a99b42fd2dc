import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { orTellFault } from '../setup/fault.mjs';
import { needsBuild } from '../setup/freshness.mjs';
import { ensurePackages } from '../setup/packages.mjs';
import { projectFolder } from '../setup/project.mjs';
import { readSettings } from '../setup/settings.mjs';
import { buildApart } from './build-apart.mjs';
import { followNpm } from './follow-npm.mjs';

/**
 * Does what is missing (packages, build), then becomes the shop: the server runs in this process, so that a signal to
 * `npm start` is a signal to the server.
 */
export function startShop() {
  return orTellFault(async () => {
    process.chdir(projectFolder);
    const isStale = await needsBuild(projectFolder);
    await ensurePackages(projectFolder, { withDev: isStale });
    if (isStale) await buildApart(projectFolder);
    readSettings(projectFolder);
    process.setSourceMapsEnabled(true);
    followNpm();
    await import(pathToFileURL(join(projectFolder, 'dist/server/main.js')).href);
  });
}
