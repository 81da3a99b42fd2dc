import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Button } from '../../ui/Button.tsx';
import { becomeSellerMutation } from '../users/queries.ts';

/** Turns a buyer's account into a seller's, and leads to the form of a listing. */
export function BecomeSeller({ user }: { user: User }) {
  const navigate = useNavigate();
  const change = useMutation(becomeSellerMutation());
  const become = () =>
    change.mutate(user, {
      onSuccess: () => {
        toast.success(t`You are a seller now`);
        void navigate(paths.addProduct());
      },
      onError: ({ message }) => toast.error(message),
    });
  return (
    <div className="mt-6">
      <Button
        busyLabel={t`One moment`}
        isBusy={change.isPending}
        onClick={become}
        size="large"
        variant="primary"
      >
        {t`Become a seller`}
      </Button>
      <p className="mt-3 max-w-prose text-on-walnut-muted">
        {t`You have a buyer’s account. A seller’s account is free, and you buy with it as before: your bookings, payments and wishlist stay as they are.`}
      </p>
      {change.error && (
        <p className="mt-3 rounded-md bg-surface px-3 py-2 text-red" role="alert">
          {change.error.message}
        </p>
      )}
    </div>
  );
}
