import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { language } from '#contract/language.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { changeUserMutation } from './queries.ts';

/** What buyers read on the page of a seller: three lines, the town, and the languages that they can write in. */
export function ChangeIntroduction({ user }: { user: User }) {
  const change = useMutation(changeUserMutation());
  const form = useForm({
    mode: 'onTouched',
    defaultValues: { about: user.about ?? '', town: user.town ?? '', spoken: user.spoken ?? [] },
  });
  const errors = change.error instanceof CallFailure ? change.error.errors : {};
  const save = form.handleSubmit((typed) =>
    change.mutate(
      { _id: user._id, ...typed },
      {
        onSuccess: () => toast.success(t`Your page is changed`),
        onError: ({ message }) => toast.error(message),
      },
    ),
  );
  const spoken = form.watch('spoken');
  const choose = (tags: string[]) => form.setValue('spoken', tags, { shouldDirty: true });
  const names = languageNames();
  const isAtField = ['about', 'town', 'spoken'].some((field) => field in errors);
  return (
    <Form className="space-y-4" isSending={change.isPending} onSubmit={save}>
      <TextArea
        {...form.register('about', { onChange: () => change.reset() })}
        error={errors.about}
        hint={t`What you play, what you sell, how you pack. Three lines are enough.`}
        isOptional
        label={t`About you`}
        maxLength={limits.aboutLength}
        rows={3}
      />
      <TextField
        {...form.register('town', { onChange: () => change.reset() })}
        autoComplete="address-level2"
        error={errors.town}
        isOptional
        label={t`Town`}
        maxLength={limits.townLength}
      />
      {spoken.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {spoken.map((tag) => {
            const name = names.of(tag) ?? tag;
            return (
              <li key={tag}>
                <Chip
                  aria-label={t`Remove ${name}`}
                  onClick={() => choose(spoken.filter((one) => one !== tag))}
                >
                  <span className="flex items-center gap-2">
                    <span>{name}</span>
                    <Icon className="size-4" name="close" />
                  </span>
                </Chip>
              </li>
            );
          })}
        </ul>
      )}
      {spoken.length < limits.spokenLanguages && (
        <Select
          choices={offeredLanguages
            .filter((tag) => !spoken.includes(tag))
            .map((tag) => ({ value: tag, label: names.of(tag) ?? tag }))
            .sort((one, other) => one.label.localeCompare(other.label, language()))}
          error={errors.spoken}
          label={t`Languages you speak`}
          onChange={({ target }) => choose([...spoken, target.value])}
          placeholder={t`Choose a language`}
          value=""
        />
      )}
      <Button busyLabel={t`Saving`} isBusy={change.isPending} type="submit">
        {t`Save your page`}
      </Button>
      <FieldError message={isAtField ? undefined : change.error?.message} />
    </Form>
  );
}

const languageNames = () => new Intl.DisplayNames([language()], { type: 'language' });

/** Those with most speakers among buyers; what a program stores may be another one. */
const offeredLanguages =
  'ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv ms mt nl no pl pt ro ru sk sl sq sr sv sw ta th tr uk ur vi wo zh'.split(
    ' ',
  );
