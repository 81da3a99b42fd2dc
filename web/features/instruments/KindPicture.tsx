import { pictureOf } from './kind-pictures.ts';
import pictures from './kinds.svg';

/** The picture of a kind, in the colour of the text, with `--drawing` as its ground. Instruments are not mirrored. */
export function KindPicture({
  kind,
  className,
}: {
  /** Its id. */
  kind: string;
  className: string;
}) {
  return (
    <svg aria-hidden="true" className={`shrink-0 ${className}`} viewBox="0 0 48 48">
      <use href={`${pictures}#${pictureOf(kind)}`} />
    </svg>
  );
}
