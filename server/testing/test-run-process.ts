import { startTestServer } from './test-server.ts';

/* A test run as far as its PostgreSQL goes, for a test that kills it. It prints an URL with the folder of the run. */
const { folder } = await startTestServer({ isDurable: false });
setInterval(() => undefined, 60_000);
process.stdout.write(`http://run/?${new URLSearchParams({ folder })}\n`);
