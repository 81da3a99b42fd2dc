import type { ChangeEvent, FocusEvent, Ref } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import { TextArea } from '../../../ui/TextField.tsx';
import type { Listing, ListingFields } from './listing-form.ts';

const most = limits.descriptionLength;
/** From this number of remaining characters on, screen readers announce it. */
const nearEnd = most - 200;
const counts = new Intl.NumberFormat('en-US');

/** The description with a character counter. */
export function DescriptionField({
  control,
  ...field
}: {
  control: Control<ListingFields, unknown, Listing>;
  name: 'description';
  error: string | undefined;
  onChange: (event: ChangeEvent) => Promise<unknown>;
  onBlur: (event: FocusEvent) => Promise<unknown>;
  ref: Ref<HTMLTextAreaElement>;
}) {
  // Counted as in the contract: an emoji is one character, although it takes two code units.
  const length = [...useWatch({ control, name: 'description' }).trim()].length;
  return (
    <div>
      <TextArea
        {...field}
        autoComplete="off"
        hint={t`How it plays, what comes with it, and any marks a buyer should know about`}
        label={t`Description`}
        rows={6}
      />
      <p
        className={`mt-1 text-end text-sm tabular-nums ${length > most ? 'font-medium text-red' : 'text-muted'}`}
      >
        {t`${counts.format(length)} of ${counts.format(most)} characters`}
      </p>
      <p aria-live="polite" className="sr-only">
        {length > nearEnd &&
          t`${Math.max(0, Math.floor((most - length) / 50) * 50)} characters left`}
      </p>
    </div>
  );
}
