import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { chosenLanguage } from '../../ui/chosen-language.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { languageName } from '../../ui/language-name.ts';
import { Select } from '../../ui/Select.tsx';
import { changeUserMutation } from './queries.ts';

/** Changes the language of the mails, where the shop speaks more than one. */
export function ChangeLanguage({ user }: { user: User }) {
  const change = useMutation(changeUserMutation());
  const { languages } = currentShop();
  if (languages.length === 1) return null;
  const choose = (tag: string) => {
    // Otherwise the one that was chosen in this browser before would be stored again.
    chosenLanguage.write(tag);
    change.mutate(
      { _id: user._id, language: tag },
      {
        onSuccess: () => toast.success(t`The language of your emails is changed`),
        onError: ({ message }) => toast.error(message),
      },
    );
  };
  return (
    <Select
      choices={languages.map(({ tag }) => ({ value: tag, label: languageName(tag) }))}
      error={change.error?.message}
      label={t`Language of your emails`}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      value={change.variables?.language ?? user.language ?? languages[0]?.tag}
    />
  );
}
