import { writeFile } from 'node:fs/promises';
import { startTestServer } from '../../server/testing/test-server.ts';
import { uploadImage } from './images.ts';
import { startServer } from './server.ts';
import { setTestServer } from './test-server.ts';

/**
 * Once per run: starts PostgreSQL and the built server with the demo catalogue. All tests use it; what a test changes
 * belongs to users that the test made.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const database = await startTestServer({ isDurable: false });
  try {
    const server = await startServer({ DATABASE_URL: database.url });
    const imageId = await uploadImage(server.url);
    setTestServer({ url: server.url, databaseUrl: database.url, imageId });
    return async () => {
      await writeFile('test-results/server.log', server.output()).catch(() => undefined);
      await server.stop().finally(() => database.stop());
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
