import type { Picture as PictureSource } from '#contract/images/images.ts';

interface PictureProps {
  /** The stored sizes. A picture at an external host has none: then only `address` is shown. */
  source?: PictureSource | undefined;
  address: string;
  /** Alternative text; empty when nearby text says the same. */
  alt: string;
  /** The rendered width as a `sizes` value: `(min-width: 64rem) 25vw, 50vw`. */
  sizes: string;
  /** Above the fold: loaded eagerly with high priority. Otherwise loaded lazily. */
  isPriority?: boolean;
  /** Loaded eagerly although out of view, because it will be needed next. */
  isEager?: boolean;
  /** `cover` fills the frame, `contain` shows the whole picture. */
  fit?: 'cover' | 'contain';
  className?: string;
}

/** A picture in a 4:3 frame that causes no layout shift: a blurred placeholder first, then the fitting size. */
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
    <span className={`picture ${className}`}>
      {source && (
        <img
          alt=""
          aria-hidden="true"
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
          className={fit === 'cover' ? undefined : 'object-contain'}
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

/** The stored sizes as a `srcset` value. */
export function widthsOf(source: PictureSource, type: 'avif' | 'webp'): string {
  return source.widths.map((width) => `${source.base}/${width}.${type} ${width}w`).join(', ');
}
