import { useState } from 'react';
import type { Picture } from '#contract/images/images.ts';
import { initialsOf } from './initials.ts';
import { widthsOf } from './Picture.tsx';

/** A person's photo in a circle, or their initials when there is none or it fails to load. */
export function Avatar({
  name,
  source,
  address,
  alt = '',
  sizes,
  className,
}: {
  name: string;
  /** The stored sizes; a photo at an external host has none. */
  source?: Picture | undefined;
  address?: string | undefined;
  /** Alternative text; empty when the name is next to it. */
  alt?: string;
  /** The rendered width as a `sizes` value: `6rem`. */
  sizes: string;
  /** Classes for the size and for the initials: `size-24 text-3xl`. */
  className: string;
}) {
  const [failed, setFailed] = useState<string>();
  return (
    <span
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-brass-tint font-display font-semibold text-brass select-none ${className}`}
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
      {address !== undefined && failed !== address && (
        <img
          alt={alt}
          className="absolute inset-0 size-full bg-sunken object-cover"
          height={source?.height ?? 400}
          onError={() => setFailed(address)}
          referrerPolicy="no-referrer"
          sizes={sizes}
          src={address}
          srcSet={source && widthsOf(source, 'webp')}
          width={source?.width ?? 400}
        />
      )}
    </span>
  );
}
