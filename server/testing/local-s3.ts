import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { bringBackDes } from './retired-cipher.ts';

/** Answers a request in the place of the store, or says that it does not. */
type Disturbance = (...asked: Parameters<RequestListener>) => boolean;

/** An S3 server on this machine with one empty bucket `pictures`; it can be told to misbehave. */
export async function startLocalS3() {
  bringBackDes();
  const directory = await mkdtemp(join(tmpdir(), 'reprise-s3-'));
  const options = { port: 0, address: '127.0.0.1', silent: true, directory };
  const store = new S3rver({ ...options, configureBuckets: [{ name: 'pictures' }] });
  await store.configureBuckets();
  const handle = store.callback();
  let disturb: Disturbance = () => false;
  const server = createServer((request, response) => {
    if (!disturb(request, response)) handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Listening on a port, it has an address with one.
  const { port } = server.address() as AddressInfo;

  return {
    bucket: {
      name: 'pictures',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      pathStyle: true,
    },
    disturbBy(disturbance: Disturbance): void {
      disturb = disturbance;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true });
    },
  };
}
