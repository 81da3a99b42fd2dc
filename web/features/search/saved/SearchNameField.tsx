import type { UseFormRegisterReturn } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { t } from '#contract/text.ts';
import { TextField } from '../../../ui/TextField.tsx';

/** What react-hook-form checks of the name of a saved search. */
export const searchNameRules = {
  validate: (name: string) => name.trim() !== '' || messages.required.name,
};

/** The name of a saved search. */
export function SearchNameField({
  error,
  ...field
}: UseFormRegisterReturn & { error: string | undefined }) {
  return (
    <TextField
      {...field}
      autoComplete="off"
      error={error}
      label={t`Name`}
      maxLength={limits.savedSearchNameLength}
    />
  );
}
