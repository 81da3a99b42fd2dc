export interface LinkedPicture {
  address: string;
  alt: string;
  /** Shown under the picture. */
  label?: string;
}

/** Small pictures in a grid, each a link to the whole. `columns` are classes: how many there are side by side. */
export function PictureLinks({
  pictures,
  columns = 'grid-cols-3 gap-2',
}: {
  pictures: readonly LinkedPicture[];
  columns?: string;
}) {
  if (pictures.length === 0) return null;
  return (
    <ul className={`grid ${columns}`}>
      {pictures.map(({ address, alt, label }) => (
        <li key={address}>
          <a className="block" href={address} rel="noopener" target="_blank">
            <img
              alt={alt}
              className="aspect-4/3 w-full rounded-md border border-line object-cover"
              height={150}
              loading="lazy"
              src={address}
              width={200}
            />
          </a>
          {label && <p className="mt-1 text-sm text-muted">{label}</p>}
        </li>
      ))}
    </ul>
  );
}
