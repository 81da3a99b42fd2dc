import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths of the project's files that the server reads at run time. */
export interface ProjectFiles {
  /** Folder of the build output. */
  dist: string;
  migrations: string;
  demoPictures: string;
  demoClips: string;
  /** The compiled texts of each language. */
  texts: string;
}

/** Finds the project's root from this module, in the sources or bundled in `dist/server`. */
export function findProjectFiles(): ProjectFiles {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) {
    if (root === dirname(root))
      throw new Error('No package.json found above the server: it was moved out of its project');
    root = dirname(root);
  }
  return {
    dist: join(root, 'dist'),
    migrations: join(root, 'server/database/migrations'),
    demoPictures: join(root, 'demo/pictures'),
    demoClips: join(root, 'demo/clips'),
    texts: join(root, 'dist/texts'),
  };
}
