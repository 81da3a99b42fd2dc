import { join } from 'node:path';
import { Fault } from './fault.mjs';

/**
 * Adds what stands in the project's `.env` to the environment, where it is not set already. Having none is fine.
 * @param {string} project
 */
export function readSettings(project) {
  try {
    process.loadEnvFile(join(project, '.env'));
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return;
    throw new Fault(`The file .env cannot be read: ${message}`, 'Mend or remove it.', error);
  }
}
