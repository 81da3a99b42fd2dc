import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const file = 'last-backup.json';

const record = z.object({ madeAt: z.coerce.date(), folder: z.string() });

/** Notes in the data folder when and where the last backup was made, for `npm run doctor`. */
export async function recordBackup(dataDir: string, folder: string, at: Date): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `.${file}.unfinished`);
  await writeFile(draft, `${JSON.stringify({ madeAt: at.toISOString(), folder })}\n`);
  await rename(draft, join(dataDir, file));
}

/** Undefined when none was made from this data folder. */
export async function readLastBackup(
  dataDir: string,
): Promise<{ madeAt: Date; folder: string } | undefined> {
  const text = await readFile(join(dataDir, file), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : record.parse(JSON.parse(text));
}
