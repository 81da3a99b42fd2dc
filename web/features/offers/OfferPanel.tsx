import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OfferSide } from '#contract/offers/offer-terms.ts';
import { t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';
import { deliveryFacts, OfferActions, OfferStatus } from './OfferCard.tsx';
import { OfferDialog, type OfferQuestion } from './OfferDialog.tsx';
import { lastOfferQuery } from './queries.ts';

/** The newest offer for a product, with what the reader can do about it, such as above a thread. Nothing when there is none. */
export function OfferPanel({
  email,
  side,
  productId,
  withId,
}: {
  /** The offer of the reader. */
  email: string;
  /** On which the reader is. */
  side: OfferSide;
  productId: string;
  /** The id of the other side. */
  withId: string;
}) {
  const { data: offer } = useQuery(lastOfferQuery(email, side, productId, withId));
  const [question, setQuestion] = useState<OfferQuestion | null>(null);
  if (!offer) return null;
  const close = () => setQuestion(null);
  const facts = deliveryFacts(offer);
  return (
    <section
      aria-label={t`Offer`}
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border-s-4 border-brass bg-sunken p-4"
    >
      <div className="min-w-0">
        <p className="price">{formatMoney(offer.amount)}</p>
        {facts.length > 0 && (
          <dl className="flex flex-wrap gap-x-4 text-sm text-muted">
            {facts.map(({ name, value }) => (
              <div className="min-w-0 wrap-anywhere" key={name}>
                <dt className="inline">{`${name} `}</dt>
                <dd className="inline text-ink">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <OfferStatus offer={offer} />
      </div>
      <OfferActions ask={setQuestion} offer={offer} />
      {question && <OfferDialog {...question} onClose={close} onDone={close} />}
    </section>
  );
}
