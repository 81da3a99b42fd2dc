import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { textsOf } from '#contract/language.ts';
import type { OfferSide } from '#contract/offers/offer-terms.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkTabs } from '../../ui/LinkTabs.tsx';
import { ProductLink } from '../bookings/booking-parts.tsx';
import { OfferList } from './OfferList.tsx';
import { offerSideOf } from './queries.ts';

/** The offers that the user has made and, for sellers, those for what they sell: first those that can be answered. */
export function OffersPage() {
  const { role, email } = useDashboardUser();
  const [search] = useSearchParams();
  const side = offerSideOf(search) ?? (role === 'seller' ? 'seller' : 'buyer');
  return (
    <>
      <h1 tabIndex={-1}>{t`Offers`}</h1>
      {role !== 'buyer' && <LinkTabs current={side} label={t`Whose offers`} tabs={sides} />}
      <div className="mt-6 space-y-10" key={side}>
        <Part title={t`Waiting for an answer`}>
          <OfferList
            email={email}
            empty={<NothingWaits side={side} />}
            name={t`Offers waiting for an answer`}
            part="live"
            side={side}
            titleOf={(offer) => <ProductLink name={offer.name} productId={offer.productId} />}
          />
        </Part>
        <Part title={t`Answered or ended`}>
          <OfferList
            email={email}
            empty={<p className="text-muted">{t`None yet.`}</p>}
            name={t`Offers that have ended`}
            part="ended"
            side={side}
            titleOf={(offer) => <ProductLink name={offer.name} productId={offer.productId} />}
          />
        </Part>
      </div>
    </>
  );
}

const sides = textsOf([
  { name: 'buyer', words: msg`As a buyer`, to: paths.offers('buyer') },
  { name: 'seller', words: msg`As a seller`, to: paths.offers('seller') },
]);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-subheading">{title}</h2>
      {children}
    </section>
  );
}

function NothingWaits({ side }: { side: OfferSide }) {
  const isBuyer = side === 'buyer';
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={isBuyer ? paths.home() : paths.myProducts()}>
          {isBuyer ? t`Look around the shop` : t`See your products`}
        </Link>
      }
      title={t`No offer waits for an answer`}
    >
      {isBuyer
        ? t`Offer less than the price on the page of an instrument, and the answer shows up here.`
        : t`When somebody offers you less than the price, you answer it here.`}
    </EmptyState>
  );
}
