import { orTellFault } from '../setup/fault.mjs';
import { ensurePackages } from '../setup/packages.mjs';
import { projectFolder } from '../setup/project.mjs';
import { readSettings } from '../setup/settings.mjs';

/** The shop as it is being written: pages that change while one looks, a server that starts anew when it changes. */
export function develop() {
  return orTellFault(async () => {
    process.chdir(projectFolder);
    await ensurePackages(projectFolder, { withDev: true });
    readSettings(projectFolder);
    process.env.NODE_ENV ??= 'development';
    // Only now, because it needs the packages.
    const { serveWhileWriting } = await import('./serve-while-writing.mjs');
    const stop = await serveWhileWriting(projectFolder);
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.once(signal, () => stop().finally(() => process.exit()));
    }
  });
}
