import { t } from '#contract/text.ts';
import type { KindDetails } from '../../instruments/queries.ts';

/** Belongs to a proof of possession, which is asked elsewhere. */
const codeShot = 'code';

/** The pictures that buyers of this kind want to see, and why. */
export function ShotsList({ kind: { photos } }: { kind: KindDetails }) {
  return (
    <details className="mb-3">
      <summary className="w-fit cursor-pointer py-2 font-semibold text-link">
        {t`What buyers want to see`}
      </summary>
      <ol className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {photos
          .filter(({ id }) => id !== codeShot)
          .map(({ id, label, why }) => (
            <li className="border-s-2 border-line ps-3" key={id}>
              <span className="block">{label}</span>
              <span className="block text-sm text-muted">{why}</span>
            </li>
          ))}
      </ol>
    </details>
  );
}
