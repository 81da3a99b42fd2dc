import { useEffect, useEffectEvent } from 'react';
import {
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormProps,
  useForm,
} from 'react-hook-form';
import { useDialogDraft } from './dialog-draft.ts';

/** `useForm` for a dialog, with a draft of its fields. */
export function useDialogForm<Fields extends FieldValues>(
  subject: string,
  options: UseFormProps<Fields> & { defaultValues: Fields },
) {
  const draft = useDialogDraft(subject);
  const form = useForm<Fields>(options as UseFormProps<Fields>);
  const restore = useEffectEvent(() => {
    const kept = draft.read();
    if (typeof kept !== 'object' || kept === null) return;
    const { defaultValues } = options;
    for (const name of Object.keys(defaultValues) as Path<Fields>[]) {
      const value = (kept as Partial<Fields>)[name];
      if (typeof value !== typeof defaultValues[name]) continue;
      form.setValue(name, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });
    }
  });
  const save = useEffectEvent((typed: Fields) => draft.write(typed));
  useEffect(() => {
    restore();
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => save(values),
    });
  }, [form.subscribe]);
  return form;
}
