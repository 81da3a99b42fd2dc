import { writeFile } from 'node:fs/promises';
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
  const project = await copyBuiltProject();
  const stopAll = [project.remove];
  const stop = async () => {
    for (const stopOne of stopAll.splice(0).reverse()) await stopOne();
  };
  try {
    const database = await startTestServer({ isDurable: false });
    stopAll.push(database.stop);
    const server = await startServer({ DATABASE_URL: database.url }, project.folder);
    stopAll.push(server.stop);
    const imageId = await uploadImage(server.url);
    setTestServer({ url: server.url, databaseUrl: database.url, imageId });
    return async () => {
      await writeFile('test-results/server.log', server.output()).catch(() => undefined);
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
