import { randomUUID } from 'node:crypto';
import { type BucketDeps, openBucket } from '../providers/images/s3/bucket.ts';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

/** Stores, reads and removes an object, as the shop does with pictures, and reads it as browsers do. */
export async function checkBucket(
  deps: BucketDeps,
  publicUrl: string | undefined,
): Promise<Finding[]> {
  const key = `doctor/${randomUUID()}.webp`;
  const content = Buffer.from('Written and removed by npm run doctor');
  const bucket = await openBucket(deps);
  try {
    await bucket.put(key, content);
    const read = await bucket.read(key);
    if (!read?.equals(content)) throw new Error('What was stored came back otherwise');
    const shown = publicUrl === undefined ? [] : [await checkShown(`${publicUrl}/${key}`)];
    await bucket.remove(key);
    return [ok(`The bucket ${deps.name} takes pictures.`), ...shown];
  } catch (error) {
    return [
      fault(
        `The bucket ${deps.name} refuses the shop: ${reasonOf(error)}`,
        'Check the S3 settings, and that the key may list, read, put and delete.',
      ),
    ];
  }
}

async function checkShown(address: string): Promise<Finding> {
  const remedy = 'Let everybody read the objects of the bucket, or remove S3_PUBLIC_URL.';
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(15_000) });
    await response.body?.cancel();
    if (response.ok) return ok('Browsers can read the objects at S3_PUBLIC_URL.');
    return fault(`Browsers get status ${response.status} at S3_PUBLIC_URL.`, remedy);
  } catch (error) {
    return fault(`Browsers get no answer at S3_PUBLIC_URL: ${reasonOf(error)}`, remedy);
  }
}
