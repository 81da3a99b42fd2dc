import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import type { User } from '#contract/users.ts';
import { useLogout } from '../../frame/LogoutProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { removeUserMutation } from './queries.ts';

/** Deletes the person's own account, once they were asked. It leads out of the shop's members' part. */
export function CloseAccount({ user }: { user: User }) {
  const [isAsked, setIsAsked] = useState(false);
  const removal = useMutation(removeUserMutation());
  const { leave } = useLogout();
  const close = () => {
    if (removal.isPending) return;
    removal.reset();
    setIsAsked(false);
  };
  const remove = () =>
    removal.mutate(user, {
      onSuccess: () => {
        toast.success(messages.toast.userDeleted);
        leave();
      },
      onError: ({ message }) => toast.error(message),
    });
  return (
    <>
      <Button onClick={() => setIsAsked(true)} variant="quietDanger">
        Delete my account
      </Button>
      <ConfirmDialog
        confirmLabel="Delete my account"
        error={removal.error?.message}
        isBusy={removal.isPending}
        isOpen={isAsked}
        keepLabel="Cancel"
        onClose={close}
        onConfirm={remove}
        title={`Delete the account of ${user.name}?`}
      >
        The account is {user.email}. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
