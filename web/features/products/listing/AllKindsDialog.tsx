import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { shownCategoryName } from '#contract/products/shop-categories.ts';
import { repliedText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Shown } from '../../../ui/Owned.tsx';
import { KindPicture } from '../../instruments/KindPicture.tsx';
import { kindsByCategory } from '../../instruments/kinds-by-category.ts';
import { type KindSummary, kindsQuery } from '../../instruments/queries.ts';
import { useArrowKeys } from './use-arrow-keys.ts';

/**
 * All kinds with their pictures, by category. Arrow keys and the first letters of a name lead to it. The kinds have to be
 * loaded.
 */
export function AllKindsDialog({
  onChoose,
  onClose,
}: {
  onChoose: (kind: KindSummary) => void;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen isWide onClose={onClose} title={t`What is it?`}>
      <KindButtons onChoose={onChoose} />
    </Dialog>
  );
}

function KindButtons({ onChoose }: { onChoose: (kind: KindSummary) => void }) {
  const { data: kinds = [] } = useQuery(kindsQuery());
  const id = useId();
  const list = useRef<HTMLElement>(null);
  const onKeyDown = useArrowKeys();
  useEffect(() => list.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <section aria-label={t`All kinds`} className="space-y-6" onKeyDown={onKeyDown} ref={list}>
      {kindsByCategory(kinds).map(({ category, kinds: ofCategory }) => (
        <div key={category ?? ''}>
          <h3 className="mb-1 border-t border-line pt-3 text-subheading" id={`${id}-${category}`}>
            {category === undefined ? t`Other kinds` : <Shown {...shownCategoryName(category)} />}
          </h3>
          <ul
            aria-labelledby={`${id}-${category}`}
            className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 lg:grid-cols-4"
          >
            {ofCategory.map((kind) => (
              <li key={kind.id}>
                <button
                  className="flex size-full min-h-14 items-center gap-3 rounded-md px-1 py-1 text-start leading-snug [--drawing:var(--color-paper)] hover:bg-brass-tint hover:[--drawing:var(--color-brass-tint)]"
                  onClick={() => onChoose(kind)}
                  type="button"
                >
                  <KindPicture className="size-10" kind={kind.id} />
                  <span className="min-w-0 wrap-anywhere hyphens-auto">
                    <Shown {...repliedText(kind, 'name')} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
