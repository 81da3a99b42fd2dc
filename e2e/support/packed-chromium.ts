import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = fileURLToPath(new URL('../..', import.meta.url));
const packed = join(project, 'node_modules/@sparticuz/chromium/package.json');

interface UnpackedChromium {
  path: string;
  /** Variables for the browser's own process. Other programs must not get them: they name old libraries. */
  environment: Record<string, string>;
}

/**
 * Unpacks the Chromium of @sparticuz/chromium, once per version and user. The package unpacks to TMPDIR and changes the
 * environment of the process that imports it, so it is imported in a process of its own.
 */
export async function unpackChromium(): Promise<UnpackedChromium> {
  const { version } = JSON.parse(await readFile(packed, 'utf8')) as { version: string };
  const folder = join(tmpdir(), `reprise-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(join(folder, 'chromium'))) await unpackTo(folder);
  return {
    path: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

/** Unpacks to another name and renames at the end, so that an interrupted run leaves nothing half done. */
async function unpackTo(folder: string): Promise<void> {
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await promisify(execFile)(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        "await (await import('@sparticuz/chromium')).default.executablePath()",
      ],
      {
        cwd: project,
        env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
      },
    );
    await writeFile(join(unfinished, 'fonts.conf'), fontSettings(folder));
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another run may have finished first.
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

/** The package's own settings look for the fonts in /tmp only. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
