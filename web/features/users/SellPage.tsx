import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link, Navigate, useNavigate } from 'react-router';
import { textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { becomeSellerMutation } from './queries.ts';

const changes = textsOf([
  msg`You list instruments with pictures and a price, and can advertise them on the home page.`,
  msg`Buyers see your name and your town. Only those who have booked see your phone number.`,
  msg`Your bookings, payments and wishlist stay as they are.`,
]);

/** The target of 'Sell your instrument': a buyer becomes a seller here; a seller lists an instrument. */
export function SellPage() {
  const user = useDashboardUser();
  const navigate = useNavigate();
  const change = useMutation(becomeSellerMutation());
  if (user.role !== 'buyer') return <Navigate replace to={paths.addProduct()} />;
  const become = () =>
    change.mutate(user, {
      onSuccess: () => {
        toast.success(t`You are a seller now`);
        void navigate(paths.addProduct());
      },
      onError: ({ message }) => toast.error(message),
    });
  return (
    <div className="max-w-prose">
      <h1 tabIndex={-1}>{t`Sell your instrument`}</h1>
      <p className="mt-1 text-muted">
        {t`You have a buyer’s account. To sell, turn it into a seller’s account. It is free, and you can still buy as before.`}
      </p>
      <ul className="mt-6 space-y-3">
        {changes.map((text) => (
          <li className="flex gap-3" key={text}>
            <Icon className="mt-1 size-5 text-brass" name="check" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button
          busyLabel={t`One moment`}
          isBusy={change.isPending}
          onClick={become}
          size="large"
          variant="primary"
        >
          {t`Become a seller`}
        </Button>
        <Link className={buttonStyle('quiet', 'large')} to={paths.dashboard()}>
          {t`Not now`}
        </Link>
      </div>
      <div className="mt-3">
        <FieldError message={change.error?.message} />
      </div>
    </div>
  );
}
