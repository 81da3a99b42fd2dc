import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { language } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import type { SellerProfile as Seller } from '#contract/products/sellers.ts';
import { plural, t } from '#contract/text.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { formatList, formatMonth } from '../../ui/format.ts';
import { Rating } from '../../ui/Rating.tsx';
import { TraderNotice } from '../products/TraderNotice.tsx';
import { Seal } from '../products/VerifiedSeal.tsx';

/** The profile of a seller: name, what the seal means, and the figures. */
export function SellerProfile({
  seller,
  onSale,
  sold,
}: {
  seller: Seller;
  /** The counts in words, such as 'more than 1,000'. */
  onSale: string;
  sold: string;
}) {
  const { name, userRole, memberSince, answerMinutes, dispatchMinutes, rating, trader } = seller;
  const { verifiedSeller } = messages.product;
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-5 border-b border-line pb-6">
      <Avatar className="size-16 text-2xl sm:size-20 sm:text-3xl" name={name} sizes="5rem" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm text-muted">{t`Seller`}</p>
        <h1 className="wrap-anywhere" tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        {userRole === 'verified' && (
          <p className="mt-1 flex items-start gap-1.5">
            <span className="mt-0.5 shrink-0 text-green">
              <Seal />
            </span>
            <span>
              <Trans>
                <strong className="font-semibold">{verifiedSeller}</strong>
                <span className="text-muted">
                  : somebody at the shop has checked this account. It is no promise about an
                  instrument.
                </span>
              </Trans>
            </span>
          </p>
        )}
        {rating && (
          <p className="mt-1">
            <Rating isLong rating={rating} />
          </p>
        )}
        <Introduction seller={seller} />
      </div>
      {trader && (
        <div className="order-last max-w-prose basis-full">
          <TraderNotice trader={trader} />
        </div>
      )}
      <dl className="flex flex-wrap gap-x-8 gap-y-3 max-sm:basis-full">
        <Figure term={t`Member since`}>
          <time dateTime={memberSince}>{formatMonth(memberSince)}</time>
        </Figure>
        <Figure term={t`On sale`}>{onSale}</Figure>
        <Figure term={t`Sold`}>{sold}</Figure>
        {answerMinutes !== undefined && (
          <Figure term={t`Answers`}>{withinText(answerMinutes)}</Figure>
        )}
        {dispatchMinutes !== undefined && (
          <Figure term={t`Sends`}>{withinText(dispatchMinutes)}</Figure>
        )}
      </dl>
    </header>
  );
}

/** What the seller says, in their own words. */
function Introduction({ seller: { about, town, spoken } }: { seller: Seller }) {
  const names = new Intl.DisplayNames([language()], { type: 'language' });
  const languages = spoken && formatList(spoken.map((tag) => names.of(tag) ?? tag));
  return (
    <>
      {about && (
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere" dir="auto">
          {about}
        </p>
      )}
      {(town || languages) && (
        <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-muted">
          {town && (
            <span className="wrap-anywhere">
              <bdi>{town}</bdi>
            </span>
          )}
          {languages && <span>{t`Speaks ${languages}`}</span>}
        </p>
      )}
    </>
  );
}

/** Rounded up: half of all took no longer than this. */
function withinText(minutes: number): string {
  const hours = Math.ceil(minutes / 60);
  if (hours <= 1) return t`within an hour`;
  if (hours <= 36) {
    return plural(hours, { one: 'within # hour', other: 'within # hours' });
  }
  return plural(Math.ceil(hours / 24), { one: 'within # day', other: 'within # days' });
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-display text-subheading font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
