import type { S3Client } from '@aws-sdk/client-s3';

export interface BucketDeps {
  name: string;
  /** Undefined: Amazon's own, by the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket's name stands in the path instead of the host. */
  pathStyle: boolean;
  /** What one attempt may take until the answer begins; by default 15 s. */
  timeoutMs?: number;
  /** Attempts per request, the first one included; by default 3. */
  attempts?: number;
  /** Objects that one answer lists; by default 1,000, the most that there can be. */
  listSize?: number;
}

export interface ListedObject {
  key: string;
  modifiedAt: Date;
}

/** What pictures need of a bucket. Everything throws what the SDK throws, after its own retries. */
export interface Bucket {
  put(key: string, content: Buffer): Promise<void>;
  /** Null when there is no such object. */
  read(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** In the order of keys, in parts. */
  list(prefix: string): AsyncGenerator<ListedObject[]>;
}

/** Objects never change, so whoever has one may keep it. */
const cacheControl = 'public, max-age=31536000, immutable';

/** Opens a bucket; the SDK is loaded here, and by nobody who does not come here. */
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

    async read(key) {
      const found = await nullIfMissing(
        client.send(new sdk.GetObjectCommand({ Bucket, Key: key })),
      );
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null;
    },

    async has(key) {
      const asked = client.send(new sdk.HeadObjectCommand({ Bucket, Key: key }));
      return (await nullIfMissing(asked)) !== null;
    },

    // One by one: several stores that speak S3 have no call for many (Google's, for one), or another digest for it.
    async remove(key) {
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }));
    },

    async *list(prefix) {
      const { listSize: MaxKeys = 1_000 } = deps;
      let from: string | undefined;
      do {
        const part = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            MaxKeys,
            ContinuationToken: from,
          }),
        );
        yield (part.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ key: Key, modifiedAt: LastModified }] : [],
        );
        from = part.NextContinuationToken;
      } while (from !== undefined);
    },
  };
}

function clientOptions({ endpoint, region, pathStyle, timeoutMs = 15_000, ...deps }: BucketDeps) {
  const { accessKeyId, secretAccessKey, attempts = 3 } = deps;
  return {
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: timeoutMs,
      // Without it a slow request is only warned of.
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
    },
    // Several stores that speak S3 refuse the checksums that the SDK adds otherwise. The signature covers a digest of the
    // content all the same.
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
  };
}

async function nullIfMissing<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}
