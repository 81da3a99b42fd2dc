import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import { paths } from '#contract/page-paths.ts';
import {
  type CommissionTerms,
  commissionOf,
  hasCommission,
  type ShopCommission,
} from '#contract/payments/commission.ts';
import { commissionText } from '#contract/payouts/commission-text.ts';
import type { SellingTerms } from '#contract/payouts/selling-terms.ts';
import type { LateSale } from '#contract/products/sellers.ts';
import { daysToReturn } from '#contract/shop/return-days.ts';
import { plural, t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { sellingSteps } from '../home/selling-steps.tsx';
import { CategoryCommissions } from '../payouts/CommissionTerms.tsx';
import { earningsQuery } from '../payouts/queries.ts';
import { SoldLately } from '../products/SoldLately.tsx';
import { ownRecordQuery } from '../session/own-record.ts';
import { BecomeSeller } from './BecomeSeller.tsx';
import { sellingTermsQuery } from './queries.ts';

/** The content of the page, which a buyer also sees in place of a page for sellers. */
export function SellingTermsView() {
  const { data, error, isFetching, refetch } = useQuery(sellingTermsQuery());
  return (
    <>
      <div className="on-walnut rounded-lg px-5 py-6 sm:px-8 lg:px-10 lg:py-9">
        <h1 tabIndex={-1}>{t`Sell your instrument`}</h1>
        <p className="mt-2 max-w-prose text-lg text-on-walnut-muted">
          {t`Someone is looking for what you no longer play. Listing it is free.`}
        </p>
        <ol className="mt-6 grid gap-4 md:grid-cols-3 md:gap-8">
          {sellingSteps().map(({ place, title, text }) => (
            <li className="flex gap-3" key={place}>
              <span
                aria-hidden="true"
                className="w-6 shrink-0 font-display text-3xl leading-none font-semibold text-brass-on-walnut"
              >
                {place}
              </span>
              <div className="min-w-0">
                <h2 className="text-lg leading-snug">{title}</h2>
                <p className="mt-1 text-on-walnut-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Begin />
      </div>
      {error && !data ? (
        <div className="mt-8">
          <ErrorState
            isTrying={isFetching}
            message={error.message}
            onTryAgain={() => refetch()}
            title={t`The fee and the latest sales did not load`}
          />
        </div>
      ) : (
        <Terms terms={data} />
      )}
    </>
  );
}

/** What this reader does to begin: a guest registers, a buyer becomes a seller, a seller lists. */
function Begin() {
  const identity = useIdentity();
  const email = identity === null || identity === 'pending' ? '' : identity.email;
  const { data: user } = useQuery({ ...ownRecordQuery(email), enabled: email !== '' });
  if (email !== '') {
    // As high as what follows, so that nothing moves.
    if (!user) return <div className="mt-6 min-h-13" />;
    if (user.role === 'buyer') return <BecomeSeller user={user} />;
    return (
      <p className="mt-6">
        <Link className={buttonStyle('primary', 'large')} to={paths.addProduct()}>
          {t`List an instrument`}
        </Link>
      </p>
    );
  }
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
      <Link
        className={buttonStyle('primary', 'large')}
        state={{ from: paths.addProduct(), role: 'seller' }}
        to={paths.register()}
      >
        {t`Register as a seller`}
      </Link>
      <Link
        className="text-link inline-block py-2"
        state={{ from: paths.selling() }}
        to={paths.login()}
      >
        {t`I have an account`}
      </Link>
    </p>
  );
}

function Terms({ terms }: { terms: SellingTerms | undefined }) {
  const own = useOwnCommission();
  return (
    <div aria-busy={!terms || undefined} className="mt-8">
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        <Term icon="card" title={t`The fee`}>
          {terms && own !== 'pending' ? (
            <Fee commission={own ?? terms.commission} isOwn={own !== undefined} sold={terms.sold} />
          ) : (
            <Skeleton className="h-18 w-full" />
          )}
        </Term>
        <Term icon="check" title={t`The payout`}>
          {payoutText()}
        </Term>
        <Term icon="shield" title={t`What buyers see`}>
          {t`Your name and your town. Your phone number is shown only to people who have booked.`}
        </Term>
      </ul>
      {terms ? (
        <SoldLately sales={terms.sold} />
      ) : (
        <div className="mt-10 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
          {['first', 'second', 'third'].map((place) => (
            <Skeleton className="aspect-4/5 w-full" key={place} />
          ))}
        </div>
      )}
    </div>
  );
}

function Term({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className="rounded-lg border border-line bg-surface p-5">
      <h2 className="flex items-center gap-3 text-subheading">
        <Icon className="size-6 shrink-0 text-brass" name={icon} />
        <span>{title}</span>
      </h2>
      <div className="mt-2 text-muted">{children}</div>
    </li>
  );
}

/** What was agreed with the seller who reads this; undefined for everybody else. */
function useOwnCommission(): ShopCommission | 'pending' | undefined {
  const identity = useIdentity();
  const email = identity === null || identity === 'pending' ? '' : identity.email;
  const { data: user } = useQuery({ ...ownRecordQuery(email), enabled: email !== '' });
  const isSeller = user !== undefined && user.role !== 'buyer';
  const { data: earnings, isPending } = useQuery({ ...earningsQuery(email), enabled: isSeller });
  if (isSeller && isPending) return 'pending';
  return earnings?.commissionIsAgreed ? earnings.commission : undefined;
}

function Fee({
  commission,
  isOwn,
  sold,
}: {
  commission: ShopCommission;
  /** Whether it was agreed with the reader. */
  isOwn: boolean;
  sold: readonly LateSale[];
}) {
  const own = isOwn && <span>{t`These terms are your own.`}</span>;
  if (!hasCommission(commission)) {
    return (
      <p>
        <span>{t`The shop keeps nothing: the whole price is yours.`}</span> <span>{own}</span>
      </p>
    );
  }
  return (
    <>
      <p>
        <span>{commissionText(commission)}</span> <span>{own}</span>{' '}
        <span>{exampleText(commission, sold)}</span>
      </p>
      <CategoryCommissions commission={commission} />
    </>
  );
}

/** By the example of the last sale. */
function exampleText(terms: CommissionTerms, sold: readonly LateSale[]): string {
  const example = toMinorUnits(sold[0]?.price ?? (shopCurrency().digits === 0 ? 50_000 : 500));
  const fee = commissionOf(example, terms);
  const [price, kept, left] = [example, fee, example - fee].map((one) =>
    formatMoney(toMajorUnits(one)),
  );
  return t`Only when it sells, and nothing of what you ask for shipping. Of ${price} the shop keeps ${kept} and you get ${left}.`;
}

function payoutText(): string {
  const days = daysToReturn();
  return t`The buyer pays by card before you hand it over. The money is yours when the time to return it is over, ${plural(days, { one: '# day', other: '# days' })} after it arrives, and goes to your bank account.`;
}
