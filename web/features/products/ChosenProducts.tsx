import { useState } from 'react';
import { limits } from '#contract/constants.ts';
import { formatList } from '#contract/isolate.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { plural, t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { ChosenBar, type useChosen, useEach } from '../../ui/Chosen.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { removeProductMutation } from './own/own-queries.ts';

/** Deletes the chosen products with one reason, each as if it were deleted alone. */
export function ChosenProducts({ list }: { list: ReturnType<typeof useChosen<ListedProduct>> }) {
  const [isAsking, setIsAsking] = useState(false);
  const removeEach = useEach(removeProductMutation());
  const { chosen, finish } = list;
  const count = chosen.length;
  return (
    <>
      <ChosenBar list={list}>
        <Button onClick={() => setIsAsking(true)} size="small" variant="quietDanger">
          {t`Delete`}
        </Button>
      </ChosenBar>
      {isAsking && (
        <ReasonDialog
          confirmLabel={t`Delete`}
          hint={t`We will tell each seller by email.`}
          id="chosen"
          maxLength={limits.removalReasonLength}
          mutation={{
            mutationFn: async ({ reason }: { reason: string }) =>
              finish(await removeEach(chosen, ({ _id }) => ({ _id, reason }))),
          }}
          onClose={() => setIsAsking(false)}
          onDone={() => setIsAsking(false)}
          success={t`Finished`}
          title={plural(count, { one: 'Delete # instrument?', other: 'Delete # instruments?' })}
        >
          <span className="mb-2 block text-ink">{formatList(chosen.map(({ name }) => name))}</span>
          {t`They are permanently taken off sale, and unpaid bookings of them end.`}
        </ReasonDialog>
      )}
    </>
  );
}
