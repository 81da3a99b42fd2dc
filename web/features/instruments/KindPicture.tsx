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
  const address = `${pictures}#${pictureOf(kind)}`;
  return (
    <svg aria-hidden="true" className={`shrink-0 ${className}`} viewBox="0 0 48 48">
      <use href={address} ref={showWhenBlank} />
    </svg>
  );
}

/**
 * Chromium (seen with 143) sometimes leaves a picture blank when a page before it has had the file: the element is not told that
 * it is loaded. Setting the address again shows it, once the page has been laid out.
 */
function showWhenBlank(use: SVGUseElement) {
  const timer = setTimeout(() => {
    const address = use.getAttribute('href');
    if (address !== null && use.getBBox().width === 0) use.setAttribute('href', address);
  }, blankAfterMs);
  return () => clearTimeout(timer);
}

const blankAfterMs = 300;
