import type { Ref } from 'react';
import { t } from '#contract/text.ts';
import { widthsOf } from '../../../ui/Picture.tsx';
import type { GalleryPicture, GalleryPictures } from './pictures.ts';
import { isForTheBrowser } from './zoom.ts';

/** All pictures as thumbnails. Without JavaScript each links to the file. */
export function Thumbnails({
  pictures,
  index,
  onChosen,
  ref,
}: {
  pictures: GalleryPictures;
  /** The current picture. */
  index: number;
  onChosen: (index: number) => void;
  ref: Ref<HTMLUListElement>;
}) {
  return (
    <ul
      className="mt-2 grid grid-cols-4 gap-2 sm:mt-3 sm:grid-cols-8 md:grid-cols-4 lg:grid-cols-8"
      ref={ref}
    >
      {pictures.map((picture, place) => (
        <li key={picture.address}>
          <a
            aria-current={place === index ? 'true' : undefined}
            aria-label={labelOf(place + 1, pictures.length)}
            className="relative block aspect-4/3 overflow-hidden rounded-md bg-sunken outline-offset-2 after:absolute after:inset-0 after:rounded-md after:border after:border-line after:transition hover:after:border-ink aria-current:after:border-3 aria-current:after:border-brass"
            href={picture.address}
            onClick={(event) => {
              if (isForTheBrowser(event)) return;
              event.preventDefault();
              onChosen(place);
            }}
          >
            <Thumbnail picture={picture} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function labelOf(place: number, count: number): string {
  return t`Picture ${place} of ${count}`;
}

/** Loaded last: the large picture is what people came for. */
function Thumbnail({ picture: { address, source } }: { picture: GalleryPicture }) {
  const sizes = '6rem';
  return (
    <picture>
      {source?.avif && <source sizes={sizes} srcSet={widthsOf(source, 'avif')} type="image/avif" />}
      {source && <source sizes={sizes} srcSet={widthsOf(source, 'webp')} type="image/webp" />}
      <img
        alt=""
        className="absolute inset-0 size-full object-cover"
        decoding="async"
        fetchPriority="low"
        height={source?.height ?? 900}
        loading="lazy"
        src={address}
        width={source?.width ?? 1200}
      />
    </picture>
  );
}
