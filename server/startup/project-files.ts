import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's own files that are read while it runs. */
export interface ProjectFiles {
  /** What the build made. */
  dist: string;
  migrations: string;
  demoPictures: string;
}

/** Finds the project's folder from wherever this code lies, in the sources or bundled in `dist/server`. */
export function findProjectFiles(): ProjectFiles {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) {
    if (root === dirname(root)) throw new Error('The server was moved out of its project');
    root = dirname(root);
  }
  return {
    dist: join(root, 'dist'),
    migrations: join(root, 'server/database/migrations'),
    demoPictures: join(root, 'demo/pictures'),
  };
}
