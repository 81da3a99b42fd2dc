import type { Picture as PictureSource } from '#contract/images.ts';

interface PictureProps {
  /** The stored sizes. A picture that an outside host keeps has none: then `address` alone is shown. */
  source?: PictureSource | undefined;
  address: string;
  /** What it shows; empty when the words beside it say the same. */
  alt: string;
  /** How wide it will be, as the `sizes` attribute has it: `(min-width: 64rem) 25vw, 50vw`. */
  sizes: string;
  /** In the first screen: asked for at once and first. Otherwise only when it comes near. */
  isPriority?: boolean;
  /** Asked for at once though it is out of sight, because it is wanted next. */
  isEager?: boolean;
  /** `cover` fills the frame, `contain` shows the whole of it. */
  fit?: 'cover' | 'contain';
  className?: string;
}

/** A picture in a 4:3 frame that never moves what is around it: a blurred placeholder first, then the size that fits. */
export function Picture({
  source,
  address,
  alt,
  sizes,
  isPriority = false,
  isEager = false,
  fit = 'cover',
  className = '',
}: PictureProps) {
  return (
    <span
      className={`relative block aspect-4/3 w-full overflow-hidden rounded-md bg-sunken ${className}`}
    >
      {source && (
        <img
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-130 object-cover blur-lg"
          height={source.height}
          src={source.placeholder}
          width={source.width}
        />
      )}
      <picture>
        {source?.avif && (
          <source sizes={sizes} srcSet={widthsOf(source, 'avif')} type="image/avif" />
        )}
        {source && <source sizes={sizes} srcSet={widthsOf(source, 'webp')} type="image/webp" />}
        <img
          alt={alt}
          className={`absolute inset-0 size-full ${fit === 'cover' ? 'object-cover' : 'object-contain'}`}
          decoding={isPriority ? 'sync' : 'async'}
          fetchPriority={isPriority ? 'high' : 'auto'}
          height={source?.height ?? 900}
          loading={isPriority || isEager ? 'eager' : 'lazy'}
          src={address}
          width={source?.width ?? 1200}
        />
      </picture>
    </span>
  );
}

/** The sizes of a picture as `srcset` has them. */
export function widthsOf(source: PictureSource, type: 'avif' | 'webp'): string {
  return source.widths.map((width) => `${source.base}/${width}.${type} ${width}w`).join(', ');
}
