import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { isolate } from '#contract/isolate.ts';
import type { SavedSearch } from '#contract/search/saved-searches.ts';
import { t } from '#contract/text.ts';
import { useDialogForm } from '../../../ui/dialog-form.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { changeSavedSearchMutation } from './queries.ts';
import { SearchNameField, searchNameRules } from './SearchNameField.tsx';

/** Gives a saved search another name. */
export function RenameSearchDialog({
  search,
  onClose,
}: {
  search: SavedSearch;
  onClose: () => void;
}) {
  const oldName = isolate(search.name);
  const { mutate, isPending, error } = useMutation(changeSavedSearchMutation());
  const { register, handleSubmit, formState } = useDialogForm(`rename-search.${search._id}`, {
    mode: 'onTouched',
    defaultValues: { name: search.name },
  });
  const submit = handleSubmit(({ name }) =>
    mutate(
      { _id: search._id, name: name.trim() },
      {
        onSuccess() {
          toast.success(t`The search has a new name`);
          onClose();
        },
        onError: ({ message }) => toast.error(message),
      },
    ),
  );
  return (
    <FormDialog
      busyLabel={t`Saving`}
      confirmLabel={t`Save the name`}
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
      title={t`Rename “${oldName}”`}
    >
      <SearchNameField
        {...register('name', searchNameRules)}
        error={formState.errors.name?.message}
      />
      <FieldError message={error?.message} />
    </FormDialog>
  );
}
