import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer } from '../../server/testing/test-server.ts';
import { copyBuiltProject } from './built-project.ts';
import { uploadImage } from './images.ts';
import { startServer } from './server.ts';
import { setTestServer } from './test-server.ts';

/**
 * Once per run: starts PostgreSQL and the built server with the demo catalogue. All tests use it; what a test changes
 * belongs to users that the test made.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const database = await startTestServer({ isDurable: false });
  const stopAll = [database.stop];
  const stop = async () => {
    for (const stopOne of stopAll.splice(0).reverse()) await stopOne();
  };
  try {
    const { folder } = database;
    const project = join(folder, 'project');
    await copyBuiltProject(project);
    const server = await startServer({ DATABASE_URL: database.url }, { folder, project });
    stopAll.push(server.stop);
    const imageId = await uploadImage(server.url);
    const { url, dataDir } = server;
    setTestServer({ url, dataDir, databaseUrl: database.url, folder, imageId });
    return async () => {
      await writeFile('test-results/server.log', server.output()).catch(() => undefined);
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
