import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { advice, type Finding, fault, ok } from './finding.ts';

const gibibyte = 1024 ** 3;
const leastBytes = gibibyte / 4;
const fewBytes = 2 * gibibyte;

/** The data folder: pictures, the embedded database, the secret. */
export async function checkDisk(dataDir: string): Promise<Finding[]> {
  try {
    await access(dataDir, constants.W_OK);
  } catch {
    return [
      fault(
        `${dataDir} does not exist, or this user cannot write to it.`,
        'Make the folder, and give it to the user that the shop runs as.',
      ),
    ];
  }
  const { bavail, bsize } = await statfs(dataDir);
  return [spaceFinding(dataDir, bavail * bsize), ...(await checkSecret(join(dataDir, 'secret')))];
}

function spaceFinding(folder: string, free: number): Finding {
  const space = `${(free / gibibyte).toFixed(1)} GiB`;
  const remedy = 'Free some space, or move DATA_DIR to a larger disk.';
  if (free < leastBytes) return fault(`The disk of ${folder} has only ${space} left.`, remedy);
  if (free < fewBytes) return advice(`The disk of ${folder} has ${space} left.`, remedy);
  return ok(`The disk of ${folder} has ${space} left.`);
}

/** Others on this machine must not read the file that decrypts what is secret in the database. */
async function checkSecret(file: string): Promise<Finding[]> {
  const found = await stat(file).catch(() => undefined);
  if (!found || (found.mode & 0o077) === 0) return [];
  return [
    fault(
      `Other users of this machine may read ${file}, which decrypts the secrets in the database.`,
      `chmod 600 ${file}`,
    ),
  ];
}
