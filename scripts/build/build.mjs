import { Fault, faultOfFiles, orTellFault } from '../setup/fault.mjs';
import { forgetBuild, rememberBuild } from '../setup/freshness.mjs';
import { withProgress } from '../setup/progress.mjs';
import { projectFolder } from '../setup/project.mjs';
import { buildPages, buildRenderer, buildServer, holdBudget } from './parts.mjs';

/** Builds everything into dist/ and holds the budget. A build that ends half-way is never taken for a whole one. */
export function buildShop() {
  return orTellFault(async () => {
    try {
      await forgetBuild(projectFolder);
      await withProgress('Building the pages', () => buildPages(projectFolder));
      await withProgress('Building the renderer', () => buildRenderer(projectFolder));
      await withProgress('Building the server', () => buildServer(projectFolder));
      await holdBudget(projectFolder);
      await rememberBuild(projectFolder);
    } catch (error) {
      // The bundler's errors show the place in the source; where in the bundler they arose helps nobody.
      if (error instanceof Error && 'errors' in error) throw new Fault(error.message, '', error);
      throw faultOfFiles(error, projectFolder);
    }
  });
}
