import { afterAll, expect, it } from 'vitest';
import { startLocalS3 } from '../testing/local-s3.ts';
import { checkBucket } from './check-bucket.ts';

const store = await startLocalS3();
afterAll(() => store.close());

it('a working bucket is reported as such, and nothing is left in it', async () => {
  const [finding] = await checkBucket(store.bucket, undefined);
  expect(finding).toMatchObject({ level: 'ok' });
  const { openBucket } = await import('../providers/images/s3/bucket.ts');
  const bucket = await openBucket(store.bucket);
  for await (const objects of bucket.list('doctor/')) expect(objects).toEqual([]);
});

it('a bucket that browsers cannot read, or with a wrong key, is reported', async () => {
  const [, shown] = await checkBucket(store.bucket, `${store.bucket.endpoint}/elsewhere`);
  expect(shown?.text).toMatch(/Browsers get status 40\d at S3_PUBLIC_URL/);
  const [refused] = await checkBucket({ ...store.bucket, name: 'missing' }, undefined);
  expect(refused?.level).toBe('fault');
});
