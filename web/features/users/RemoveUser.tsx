import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import type { User } from '#contract/users.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { removeUserMutation } from './queries.ts';

/** Asks an admin once before somebody is deleted, and names them. Stays open until the server has answered. */
export function RemoveUser({
  user,
  onClose,
  onRemoved,
}: {
  /** Who is to be deleted; null while nobody is. */
  user: User | null;
  onClose: () => void;
  onRemoved: (id: string) => void;
}) {
  const removal = useMutation(removeUserMutation());
  if (user === null) return null;
  const close = () => {
    if (removal.isPending) return;
    removal.reset();
    onClose();
  };
  const remove = () =>
    removal.mutate(user, {
      onSuccess: () => {
        toast.success(messages.toast.userDeleted);
        onRemoved(user._id);
        onClose();
      },
      onError: ({ message }) => toast.error(message),
    });
  return (
    <ConfirmDialog
      confirmLabel="Delete"
      error={removal.error?.message}
      isBusy={removal.isPending}
      isOpen
      keepLabel="Cancel"
      onClose={close}
      onConfirm={remove}
      title={`Delete ${user.name}?`}
    >
      {consequences[user.role]} This cannot be undone. The account is {user.email}.
    </ConfirmDialog>
  );
}

const consequences: Record<User['role'], string> = {
  buyer: 'They can no longer sign in, and what they have booked but not paid for is free again.',
  seller:
    'They can no longer sign in, and what they have not sold is taken off the shelves, with the unpaid bookings of it.',
  admin: 'They can no longer sign in.',
};
