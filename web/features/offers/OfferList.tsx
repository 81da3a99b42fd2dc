import type { ReactNode } from 'react';
import type { OfferSide } from '#contract/offers/offer-terms.ts';
import type { Offer } from '#contract/offers/offers.ts';
import { t } from '#contract/text.ts';
import { CardList, DenseCard } from '../../ui/CardList.tsx';
import { formatMoney } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { deliveryFacts, OfferActions, OfferStatus } from './OfferCard.tsx';
import { OfferDialog, type OfferQuestion } from './OfferDialog.tsx';
import { offersQuery } from './queries.ts';

/** One part of the offers of a side, as cards. */
export function OfferList({
  email,
  side,
  part,
  name,
  empty,
  titleOf,
}: {
  email: string;
  side: OfferSide;
  part: 'live' | 'ended';
  name: string;
  empty: ReactNode;
  /** The name of the instrument, as a link. */
  titleOf: (offer: Offer) => ReactNode;
}) {
  const list = usePagedList(offersQuery(email, side, part));
  return (
    <PagedList<Offer, OfferQuestion>
      dialog={({ offer, answer }, { close, closeAfterChange, closeAfterRemoval }) => (
        <OfferDialog
          answer={answer}
          offer={offer}
          onClose={close}
          onDone={() => {
            if (answer === 'countered') closeAfterChange(offer._id);
            else closeAfterRemoval(offer._id);
          }}
        />
      )}
      empty={empty}
      list={list}
      loading={{ label: t`Loading the offers`, rowHeight: 'h-48 sm:h-32' }}
      table={({ items, ref, ask }) => (
        <CardList items={items} name={name} ref={ref}>
          {(offer, serial) => (
            <DenseCard
              actions={<OfferActions ask={ask} offer={offer} />}
              facts={[
                {
                  name: side === 'buyer' ? t`Seller` : t`Buyer`,
                  value: <bdi>{offer.person}</bdi>,
                },
                { name: t`Price`, value: formatMoney(offer.price) },
                ...deliveryFacts(offer),
              ]}
              hasWideActions
              picture={<Picture address={offer.image} alt="" sizes="5rem" source={offer.picture} />}
              price={formatMoney(offer.amount)}
              serial={serial}
              status={<OfferStatus offer={offer} />}
              title={titleOf(offer)}
              titleAs="h3"
            />
          )}
        </CardList>
      )}
      things="offers"
    />
  );
}
