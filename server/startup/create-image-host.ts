import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createDiskClips } from '../providers/images/disk/disk-clips.ts';
import { createDiskImages } from '../providers/images/disk/disk-images.ts';
import { createImgbbHosting } from '../providers/images/imgbb/imgbb-hosting.ts';
import type { ClipStore, HostingService, ImageHost } from '../providers/images/port.ts';
import { createPictureQueue } from '../providers/images/processing/process-upload.ts';
import type { WorkQueue } from '../providers/images/processing/work-queue.ts';

interface OpenImages {
  imageHost: ImageHost;
  /** The hosting service that browsers upload to; undefined when they upload to this server. */
  hosting: HostingService | undefined;
  /** External origins whose pictures pages may show. */
  pictureOrigins: readonly string[];
}

/** Creates the configured image host. All picture processing in this server shares one queue. */
export async function createImageHost(
  config: Pick<Config, 'images' | 'hostedPictureOrigins' | 'dataDir' | 'servers'>,
): Promise<OpenImages> {
  const queue = createPictureQueue({ processes: config.servers });
  const { images, hostedPictureOrigins } = config;
  const publicUrl = images.host === 's3' ? images.publicUrl : undefined;
  return {
    imageHost: await imageHostOf(config, queue),
    hosting: hostingOf(config, queue),
    pictureOrigins: [...hostedPictureOrigins, ...(publicUrl ? [new URL(publicUrl).origin] : [])],
  };
}

type ImagesConfig = Parameters<typeof createImageHost>[0];

/** Creates the store of clips: the bucket where there is one, else DATA_DIR, also beside a hosting service for pictures. */
export async function createClipStore({
  images,
  dataDir,
}: Pick<Config, 'images' | 'dataDir'>): Promise<ClipStore> {
  if (images.host !== 's3') return createDiskClips(join(dataDir, 'clips'));
  const { createS3Clips } = await import('../providers/images/s3/s3-clips.ts');
  return createS3Clips(images.bucket, join(dataDir, 'uploads', 'clips'));
}

/** With a hosting service there is still a host of our own, for the demo and for uploads to our own API. */
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
