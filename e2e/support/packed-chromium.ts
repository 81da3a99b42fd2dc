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
  /** What the browser needs in its environment. Not for other programs: it brings old libraries. */
  environment: Record<string, string>;
}

/**
 * The Chromium that is packed in an npm package, unpacked once per version and user. The package is made for machines of
 * its own: it unpacks to TMPDIR and changes the environment of whoever imports it, so it runs in a process apart.
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

/** Beside its final name and renamed, so that an unpacking that was cut short is never taken for a whole one. */
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
    // Another run was quicker.
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
