import type { ChangeEvent, FocusEvent, Ref } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import { TextArea } from '../../../ui/TextField.tsx';
import type { Listing, ListingFields } from './listing-form.ts';

const most = limits.descriptionLength;
/** From here on readers of the page aloud hear what is left. */
const nearEnd = most - 200;
const counts = new Intl.NumberFormat('en-US');

/** The description with a count of its characters. */
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
  // As the contract counts: an emoji is one, though it takes the room of two.
  const length = [...useWatch({ control, name: 'description' }).trim()].length;
  return (
    <div>
      <TextArea
        {...field}
        autoComplete="off"
        dir="auto"
        hint="How it plays, what comes with it, and every mark that a buyer should know of"
        label="Description"
        rows={6}
      />
      <p
        className={`mt-1 text-right text-sm tabular-nums ${length > most ? 'font-medium text-red' : 'text-muted'}`}
      >
        {counts.format(length)} of {counts.format(most)} characters
      </p>
      <p aria-live="polite" className="sr-only">
        {length > nearEnd &&
          `${Math.max(0, Math.floor((most - length) / 50) * 50)} characters left`}
      </p>
    </div>
  );
}
