import { useState } from 'react';
import { repliedText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { Shown } from '../../../ui/Owned.tsx';
import type { KindDetails } from '../../instruments/queries.ts';

/** Belongs to a proof of possession, which is asked elsewhere. */
const codeShot = 'code';

/** The pictures that buyers of this kind want to see, and why, for the seller to tick off. What is ticked is stored nowhere. */
export function ShotsList({ kind: { photos } }: { kind: KindDetails }) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const wanted = photos.filter(({ id }) => id !== codeShot);
  const count = wanted.filter(({ id }) => taken.has(id)).length;
  const total = wanted.length;
  const tick = (id: string, isTaken: boolean) => {
    const others = [...taken].filter((one) => one !== id);
    setTaken(new Set(isTaken ? [...others, id] : others));
  };
  return (
    <details className="mb-3">
      <summary className="w-fit cursor-pointer py-2 font-semibold text-link">
        <span>{t`What buyers want to see`}</span>{' '}
        {count > 0 && <span>{t`(${count} of ${total} done)`}</span>}
      </summary>
      <ol className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {wanted.map((photo) => (
          <li key={photo.id}>
            <label className="flex min-h-11 items-start gap-3 rounded-md py-1 has-checked:text-muted">
              <input
                checked={taken.has(photo.id)}
                className="mt-0.5 size-5 shrink-0 accent-brass"
                onChange={({ target }) => tick(photo.id, target.checked)}
                type="checkbox"
              />
              <span>
                <span className="block">
                  <Shown {...repliedText(photo, 'label')} />
                </span>
                <span className="block text-sm text-muted">
                  <Shown {...repliedText(photo, 'why')} />
                </span>
              </span>
            </label>
          </li>
        ))}
      </ol>
    </details>
  );
}
