import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createDiskImages } from '../providers/images/disk/disk-images.ts';
import { createImgbbHosting } from '../providers/images/imgbb/imgbb-hosting.ts';
import type { HostingService, ImageHost } from '../providers/images/port.ts';
import { createPictureQueue } from '../providers/images/processing/process-upload.ts';
import type { WorkQueue } from '../providers/images/processing/work-queue.ts';

interface OpenImages {
  imageHost: ImageHost;
  /** Where browsers upload instead; undefined: at our own host. */
  hosting: HostingService | undefined;
  /** Whose pictures pages may show besides our own. */
  pictureOrigins: readonly string[];
}

/** The image host that the settings choose. All work on pictures in this process shares one queue. */
export async function createImageHost(
  config: Pick<Config, 'images' | 'hostedPictureOrigins' | 'dataDir'>,
): Promise<OpenImages> {
  const queue = createPictureQueue();
  const { images, hostedPictureOrigins } = config;
  const publicUrl = images.host === 's3' ? images.publicUrl : undefined;
  return {
    imageHost: await imageHostOf(config, queue),
    hosting: hostingOf(config, queue),
    pictureOrigins: [...hostedPictureOrigins, ...(publicUrl ? [new URL(publicUrl).origin] : [])],
  };
}

type ImagesConfig = Parameters<typeof createImageHost>[0];

/** Also beside a hosting service there is a host of our own: for the demo, and for whoever uploads to our own call. */
async function imageHostOf({ images, dataDir }: ImagesConfig, queue: WorkQueue) {
  if (images.host !== 's3') return createDiskImages({ folder: join(dataDir, 'pictures'), queue });
  const { createS3Images } = await import('../providers/images/s3/s3-images.ts');
  const { bucket, publicUrl } = images;
  return createS3Images({ bucket, publicUrl, folder: join(dataDir, 'uploads'), queue });
}

function hostingOf({ images, hostedPictureOrigins, dataDir }: ImagesConfig, queue: WorkQueue) {
  if (images.host !== 'imgbb') return undefined;
  const { key, uploadUrl } = images;
  const folder = join(dataDir, 'uploads');
  return createImgbbHosting({
    key,
    uploadUrl,
    pictureOrigins: hostedPictureOrigins,
    folder,
    queue,
  });
}
