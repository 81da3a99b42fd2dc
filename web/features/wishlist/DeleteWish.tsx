import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import type { WishlistItem } from '#contract/wishlist.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { removeWishMutation } from './queries.ts';

/** Asks once before something leaves the wishlist, and stays open until the server has answered. */
export function DeleteWish({
  wish,
  onClose,
  onDeleted,
}: {
  wish: WishlistItem;
  onClose: () => void;
  onDeleted: (id: string) => void;
}) {
  const removal = useMutation(removeWishMutation());
  const confirm = () =>
    removal.mutate(wish, {
      onSuccess: () => {
        toast.success(messages.toast.wishlistDeleted);
        onDeleted(wish._id);
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
      onClose={() => !removal.isPending && onClose()}
      onConfirm={confirm}
      title={`Take ${wish.name} off your wishlist?`}
    >
      You find it again in the shop as long as it is not sold.
    </ConfirmDialog>
  );
}
