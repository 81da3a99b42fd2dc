export interface TestServer {
  url: string;
  /** The folder where it stores its files, mails among them. */
  dataDir: string;
  databaseUrl: string;
  /** Removed after the run, at the latest by the next one. */
  folder: string;
  /** An uploaded image, for products of tests that are not about images. */
  imageId: string;
}

const variables = {
  url: 'E2E_SERVER_URL',
  dataDir: 'E2E_DATA_DIR',
  databaseUrl: 'E2E_DATABASE_URL',
  folder: 'E2E_FOLDER',
  imageId: 'E2E_IMAGE_ID',
} as const;

/** Tells the tests' processes, which inherit the environment, about the server of this run. */
export function setTestServer(server: TestServer): void {
  for (const name of ['url', 'dataDir', 'databaseUrl', 'folder', 'imageId'] as const) {
    process.env[variables[name]] = server[name];
  }
}

/** The server of this run. */
export function testServer(): TestServer {
  const {
    [variables.url]: url,
    [variables.dataDir]: dataDir,
    [variables.databaseUrl]: databaseUrl,
    [variables.folder]: folder,
    [variables.imageId]: imageId,
  } = process.env;
  if (!url || !dataDir || !databaseUrl || !folder || !imageId) {
    throw new Error('There is no server to test; run the tests with `npx playwright test`');
  }
  return { url, dataDir, databaseUrl, folder, imageId };
}
