import type { ChangeEvent, FocusEvent, Ref } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import { plural, t } from '#contract/text.ts';
import { formatNumber } from '../../../ui/format.ts';
import { TextArea } from '../../../ui/TextField.tsx';
import type { Listing, ListingFields } from './listing-form.ts';

const most = limits.descriptionLength;
/** From this number of remaining characters on, screen readers announce it. */
const nearEnd = most - 200;

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
  const left = Math.max(0, Math.floor((most - length) / 50) * 50);
  const typed = formatNumber(length);
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
        {t`${typed} of ${plural(most, { one: '# character', other: '# characters' })}`}
      </p>
      <p aria-live="polite" className="sr-only">
        {length > nearEnd && plural(left, { one: '# character left', other: '# characters left' })}
      </p>
    </div>
  );
}
