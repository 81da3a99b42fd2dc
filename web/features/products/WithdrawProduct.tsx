import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import type { ListedProduct } from '#contract/products.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { withdrawProductMutation } from './own-queries.ts';

/** Asks once before a listing is deleted, and names it. Stays open until the server has answered. */
export function WithdrawProduct({
  product,
  onClose,
  onWithdrawn,
}: {
  /** What is to be deleted; null while nothing is. */
  product: ListedProduct | null;
  onClose: () => void;
  onWithdrawn: (id: string) => void;
}) {
  const withdrawal = useMutation(withdrawProductMutation());
  if (product === null) return null;
  const close = () => {
    if (withdrawal.isPending) return;
    withdrawal.reset();
    onClose();
  };
  const withdraw = () =>
    withdrawal.mutate(product._id, {
      onSuccess: () => {
        toast.success(messages.toast.productDeleted);
        onWithdrawn(product._id);
        onClose();
      },
      onError: ({ message }) => toast.error(message),
    });
  return (
    <ConfirmDialog
      confirmLabel="Delete"
      error={withdrawal.error?.message}
      isBusy={withdrawal.isPending}
      isOpen
      onClose={close}
      onConfirm={withdraw}
      title={
        <>
          Delete <bdi>{product.name}</bdi>?
        </>
      }
    >
      It is taken off the shelves at once and its page closes. This cannot be undone.
      {product.booked && ' Somebody has booked it and not paid yet: they are told that it is gone.'}
    </ConfirmDialog>
  );
}
