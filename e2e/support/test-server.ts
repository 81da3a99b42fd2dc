export interface TestServer {
  url: string;
  databaseUrl: string;
  /** An uploaded image, for products of tests that are not about images. */
  imageId: string;
}

const variables = {
  url: 'E2E_SERVER_URL',
  databaseUrl: 'E2E_DATABASE_URL',
  imageId: 'E2E_IMAGE_ID',
} as const;

/** Tells the tests' processes, which inherit the environment, about the server of this run. */
export function setTestServer(server: TestServer): void {
  for (const name of ['url', 'databaseUrl', 'imageId'] as const) {
    process.env[variables[name]] = server[name];
  }
}

/** The server of this run. */
export function testServer(): TestServer {
  const {
    [variables.url]: url,
    [variables.databaseUrl]: databaseUrl,
    [variables.imageId]: imageId,
  } = process.env;
  if (!url || !databaseUrl || !imageId) {
    throw new Error('There is no server to test; run the tests with `npx playwright test`');
  }
  return { url, databaseUrl, imageId };
}
