import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { defaultCondition, purchaseYear } from '#contract/constants.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import { t } from '#contract/text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { Listing, ListingFields } from './listing-form.ts';

/** The form begins with a condition and a year of purchase. A seller who has not touched one confirms it before it is sent. */
export function usePresets(form: UseFormReturn<ListingFields, unknown, Listing>, isAsked: boolean) {
  const [answer, setAnswer] = useState<(isRight: boolean) => void>();
  const { touchedFields } = form.formState;
  function question(): string | undefined {
    const [condition, year] = form.getValues(['condition', 'year']);
    const isPreset = !touchedFields.condition && condition === defaultCondition;
    const isYearPreset = !touchedFields.year && year === String(purchaseYear.default);
    const name = conditionNames[condition];
    if (isPreset && isYearPreset) return t`Is it ${{ condition: name }}? Bought in ${year}?`;
    if (isPreset) return t`Is it ${{ condition: name }}?`;
    return isYearPreset ? t`Bought in ${year}?` : undefined;
  }
  const close = (isRight: boolean) => {
    answer?.(isRight);
    setAnswer(undefined);
  };
  return {
    confirm(): Promise<boolean> {
      if (!isAsked || question() === undefined) return Promise.resolve(true);
      return new Promise((resolve) => setAnswer(() => resolve));
    },
    dialog: (
      <ConfirmDialog
        confirmLabel={t`Yes, publish it`}
        isOpen={answer !== undefined}
        keepLabel={t`No, change it`}
        onClose={() => {
          close(false);
          form.setFocus(touchedFields.condition ? 'year' : 'condition');
        }}
        onConfirm={() => close(true)}
        title={question() ?? ''}
        variant="primary"
      >
        {t`The form begins with this, and buyers compare by it.`}
      </ConfirmDialog>
    ),
  };
}
