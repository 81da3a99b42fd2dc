import crypto from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

const { createCipheriv, createDecipheriv } = crypto;

/** Handles a request instead of the server; returns false to let the server handle it. */
type Fault = (...exchange: Parameters<RequestListener>) => boolean;

/** Starts an S3 server on this machine with one empty bucket `pictures`. Tests can inject faults. */
export async function startLocalS3() {
  enableDes();
  const directory = await mkdtemp(join(tmpdir(), 'reprise-s3-'));
  const options = { port: 0, address: '127.0.0.1', silent: true, directory };
  const store = new S3rver({ ...options, configureBuckets: [{ name: 'pictures' }] });
  await store.configureBuckets();
  const handle = store.callback();
  let fault: Fault = () => false;
  const server = createServer((request, response) => {
    if (!fault(request, response)) handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
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
    /** Lets the server handle a request that a fault has held. */
    handle,
    injectFault(next: Fault): void {
      fault = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true });
    },
  };
}

/**
 * Makes DES available to s3rver, which encrypts continuation tokens with it; OpenSSL 3 no longer offers it. Triple DES
 * with three equal keys is DES.
 */
function enableDes(): void {
  const tripled = (key: Buffer) => Buffer.concat([key, key, key]);
  crypto.createCipheriv = withDes(createCipheriv, (key, iv) =>
    createCipheriv('des-ede3-cbc', tripled(key), iv),
  );
  crypto.createDecipheriv = withDes(createDecipheriv, (key, iv) =>
    createDecipheriv('des-ede3-cbc', tripled(key), iv),
  );
}

/** The casts are needed because the overloads list every cipher; other arguments are passed on unchanged. */
function withDes<Original extends (...args: never[]) => unknown>(
  original: Original,
  des: (key: Buffer, iv: Buffer) => unknown,
): Original {
  const make = (name: string, key: Buffer, iv: Buffer) =>
    name === 'des'
      ? des(key, iv)
      : (original as unknown as (...args: unknown[]) => unknown)(name, key, iv);
  return make as unknown as Original;
}
