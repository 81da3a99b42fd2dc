import { z } from 'zod';
import { address, originList, yesOrNo } from './setting-types.ts';

/** The image host and its settings. */
export type ImageSettings =
  | { host: 'disk' }
  | { host: 's3'; bucket: BucketSettings; publicUrl: string | undefined }
  | { host: 'imgbb'; key: string; uploadUrl: string };

interface BucketSettings {
  name: string;
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  pathStyle: boolean;
}

const withoutSlash = (value: string) => value.replace(/\/+$/, '');

/** The settings of image hosts. */
export const imageSettings = {
  IMAGE_HOST: z
    .enum(['disk', 's3', 'imgbb'], 'must be disk, s3 or imgbb')
    .default('disk')
    .describe('Who keeps the pictures: `DATA_DIR`, an S3-compatible store, or a hosting service.'),
  S3_ENDPOINT: address('https', 'http')
    .transform(withoutSlash)
    .optional()
    .describe('Address of an S3-compatible store. By default Amazon’s own for `S3_REGION`.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe('Bucket for the pictures, with `IMAGE_HOST=s3`.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Key that may list the bucket and read, put and delete its objects.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of that key.'),
  S3_PATH_STYLE: yesOrNo
    .default(false)
    .describe('`1` for stores that want the bucket’s name in the path (MinIO, Ceph).'),
  S3_PUBLIC_URL: address('https', 'http')
    .transform(withoutSlash)
    .optional()
    .describe(
      'Address under which browsers read the bucket’s objects. Without it this server serves them.',
    ),
  IMGBB_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'must be a key of letters and digits')
    .optional()
    .describe('API key at imgbb, with `IMAGE_HOST=imgbb`. Every browser gets it.'),
  IMGBB_UPLOAD_URL: address('https', 'http')
    .default('https://api.imgbb.com/1/upload')
    .describe('Where browsers upload: imgbb, or a service that speaks like it.'),
  IMGBB_PICTURE_ORIGINS: originList
    .optional()
    .describe(
      'Origins, with commas between them, under which that service hands pictures out. `https://i.ibb.co` with `IMAGE_HOST=imgbb`; keep it set as long as pictures lie there.',
    ),
} as const;

type ImageValues = z.output<z.ZodObject<typeof imageSettings>> & { NODE_ENV?: string | undefined };

const required = {
  disk: [],
  s3: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  imgbb: ['IMGBB_KEY'],
} as const;

/** Conflicts between the settings, one sentence each. */
export function findImageFaults(values: ImageValues): string[] {
  const { IMAGE_HOST: host } = values;
  const names: readonly (keyof ImageValues)[] = required[host];
  const faults = names
    .filter((name) => values[name] === undefined)
    .map((name) => `${name} must be set with IMAGE_HOST=${host}`);
  if (values.NODE_ENV === 'production' && host === 'imgbb') {
    const isPlainHttp = (url: string) => url.startsWith('http:');
    if (isPlainHttp(values.IMGBB_UPLOAD_URL)) {
      faults.push('IMGBB_UPLOAD_URL must begin with https:// with NODE_ENV=production');
    }
    if (readPictureOrigins(values).some(isPlainHttp)) {
      faults.push('IMGBB_PICTURE_ORIGINS must begin with https:// with NODE_ENV=production');
    }
  }
  return faults;
}

/** The configured image host. */
export function readImageSettings(values: ImageValues): ImageSettings {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: accessKeyId, IMGBB_KEY: key } = values;
  const secretAccessKey = values.S3_SECRET_ACCESS_KEY;
  if (values.IMAGE_HOST === 's3' && name && accessKeyId && secretAccessKey) {
    const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_PATH_STYLE: pathStyle } = values;
    const bucket = { name, endpoint, region, accessKeyId, secretAccessKey, pathStyle };
    return { host: 's3', bucket, publicUrl: values.S3_PUBLIC_URL };
  }
  if (values.IMAGE_HOST === 'imgbb' && key) {
    return { host: 'imgbb', key, uploadUrl: values.IMGBB_UPLOAD_URL };
  }
  return { host: 'disk' };
}

/** Origins of the current or an earlier hosting service whose pictures pages show. */
export function readPictureOrigins(values: ImageValues): readonly string[] {
  const { IMAGE_HOST: host, IMGBB_PICTURE_ORIGINS: origins } = values;
  return origins ?? (host === 'imgbb' ? ['https://i.ibb.co'] : []);
}
