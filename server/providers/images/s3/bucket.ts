import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

export interface BucketDeps {
  name: string;
  /** Undefined: Amazon's endpoint of the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket's name is part of the path instead of the host name. */
  pathStyle: boolean;
  /** Timeout of one attempt until the response starts; by default 15 s. */
  timeoutMs?: number;
  /** Attempts per request, including the first; by default 3. */
  attempts?: number;
  /** Page size of listings; by default 1,000, the maximum. */
  listSize?: number;
}

export interface ListedObject {
  key: string;
  modifiedAt: Date;
}

/** The operations on a bucket. All methods throw the SDK's errors, after its own retries. */
export interface Bucket {
  put(key: string, content: Buffer): Promise<void>;
  /** Sends a local file without reading it as a whole. Tried once, because a stream cannot be sent again. */
  putFile(key: string, path: string, type: string): Promise<void>;
  /** Null when there is no such object. */
  read(key: string): Promise<Buffer | null>;
  /** Some bytes as they arrive, both ends included. Null when there is no such object. */
  stream(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  has(key: string): Promise<boolean>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** In pages, ordered by key. */
  list(prefix: string): AsyncGenerator<ListedObject[]>;
}

/** Objects never change, so they may be cached forever. */
const cacheControl = 'public, max-age=31536000, immutable';

/** Opens a bucket. The SDK is imported here, so that only servers with S3 load it. */
export async function openBucket(deps: BucketDeps): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client(clientOptions(deps));
  const Bucket = deps.name;

  return {
    async put(key, content) {
      const type = key.endsWith('.avif') ? 'image/avif' : 'image/webp';
      const object = {
        Bucket,
        Key: key,
        Body: content,
        ContentType: type,
        CacheControl: cacheControl,
      };
      await client.send(new sdk.PutObjectCommand(object));
    },

    async putFile(key, path, type) {
      const { size } = await stat(path);
      const Body = createReadStream(path);
      const object = { Bucket, Key: key, Body, ContentLength: size, ContentType: type };
      await client.send(new sdk.PutObjectCommand(object)).finally(() => Body.destroy());
    },

    async stream(key, { start, end }) {
      const Range = `bytes=${start}-${end}`;
      const found = await nullIfMissing(
        client.send(new sdk.GetObjectCommand({ Bucket, Key: key, Range })),
      );
      // In Node the SDK's body is a stream of Node.
      const body = (found?.Body as Readable | undefined) ?? null;
      if (body && found?.ContentLength !== end - start + 1) {
        body.destroy();
        throw new Error(`The store answered ${Range} with ${found?.ContentLength} bytes`);
      }
      return body;
    },

    async read(key) {
      const found = await nullIfMissing(
        client.send(new sdk.GetObjectCommand({ Bucket, Key: key })),
      );
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null;
    },

    async has(key) {
      const request = client.send(new sdk.HeadObjectCommand({ Bucket, Key: key }));
      return (await nullIfMissing(request)) !== null;
    },

    // One by one: some S3-compatible stores (Google's, for example) have no batch delete, or need another checksum.
    async remove(key) {
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }));
    },

    async *list(prefix) {
      const { listSize: MaxKeys = 1_000 } = deps;
      let continuation: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            MaxKeys,
            ContinuationToken: continuation,
          }),
        );
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ key: Key, modifiedAt: LastModified }] : [],
        );
        continuation = page.NextContinuationToken;
      } while (continuation !== undefined);
    },
  };
}

const nothing = () => undefined;
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

function clientOptions({ endpoint, region, pathStyle, timeoutMs = 15_000, ...deps }: BucketDeps) {
  const { accessKeyId, secretAccessKey, attempts = 3 } = deps;
  return {
    region,
    // A failure is thrown, and its caller logs it; otherwise one of a stream is printed too.
    logger: silent,
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: timeoutMs,
      // By default the SDK only logs a warning.
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
    },
    // Some S3-compatible stores refuse the SDK's default checksums. The signature covers a digest of the content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
  };
}

async function nullIfMissing<Result>(request: Promise<Result>): Promise<Result | null> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}
