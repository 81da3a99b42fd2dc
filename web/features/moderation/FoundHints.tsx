import { Link } from 'react-router';
import { labelSeparator, listSeparator } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import type { ModerationCase } from '#contract/moderation/cases.ts';
import type { HintKind } from '#contract/moderation/moderation-terms.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { PictureLinks } from '../../ui/PictureLinks.tsx';
import { reportedPictures } from './moderation-texts.ts';

type Found = ModerationCase['foundHints'][number];

/** What the comparison of listings found, in a few words. */
export const hintTexts: Record<HintKind, string> = textsOf({
  'same-serial': msg`Same serial number as another seller’s listing`,
  'reported-stolen': msg`Serial number was reported stolen`,
  'same-picture': msg`Same picture as another seller’s listing`,
  'similar-picture': msg`Similar picture to another seller’s listing`,
});

/** What led to a case without a report, or beside one. It is a reason to look, and decides nothing. */
export function FoundHints({ hints }: { hints: readonly Found[] }) {
  if (hints.length === 0) return null;
  return (
    <section>
      <h2 className="mb-1 text-subheading">{t`What the comparison found`}</h2>
      <p className="mb-3 text-sm text-muted">
        {t`The shop has compared this listing with others. It is a reason to look, not a finding: numbers are mistyped, and an instrument is sold on. The sellers are not told of it unless you decide so.`}
      </p>
      <ul className="space-y-3">
        {hints.map((hint) => (
          <li
            className="space-y-2 rounded-lg border border-line bg-surface p-4"
            key={`${hint.kind} ${hint.other?.productId ?? hint.stolen?.time ?? hint.time}`}
          >
            <p className="flex flex-wrap items-baseline gap-x-3">
              <strong className="font-semibold">{hintTexts[hint.kind]}</strong>
              <span className="text-sm text-muted">
                <Moment at={hint.time} />
              </span>
            </p>
            {hint.other && <Other other={hint.other} />}
            {hint.pictures && <Pictures pictures={hint.pictures} />}
            {hint.stolen && <Stolen stolen={hint.stolen} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Other({ other }: { other: NonNullable<Found['other']> }) {
  return (
    <p className="wrap-anywhere">
      {other.state === 'visible' ? (
        <Link className="text-link" dir="auto" to={paths.product(other.productId)}>
          {other.name}
        </Link>
      ) : (
        <bdi>{other.name}</bdi>
      )}
      <span>{listSeparator()}</span>
      <bdi>{other.sellerName}</bdi>
      <span className="block text-sm text-muted">
        <span>{t`Listed first`}</span>
        <span>{labelSeparator()}</span>
        <Moment at={other.listedAt} />
      </span>
      {other.toldAt !== undefined && (
        <span className="block text-sm text-muted">
          <span>{t`Its seller was told of the picture`}</span>
          <span>{labelSeparator()}</span>
          <Moment at={other.toldAt} />
        </span>
      )}
    </p>
  );
}

function Pictures({ pictures: { own, other } }: { pictures: NonNullable<Found['pictures']> }) {
  const both = [
    { address: own, label: t`Of this listing` },
    { address: other, label: t`Of the listing that was there first` },
  ].map((picture) => ({ ...picture, alt: picture.label }));
  return <PictureLinks columns="grid-cols-2 gap-3" pictures={both} />;
}

function Stolen({ stolen }: { stolen: NonNullable<Found['stolen']> }) {
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere" dir="auto">
        {stolen.explanation ?? t`The account of the person who reported it was removed.`}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        <bdi>{stolen.brand}</bdi>
        {stolen.reference !== undefined && (
          <>
            <span>{listSeparator()}</span>
            <span>{t`Reference of the police`}</span>
            <span>{labelSeparator()}</span>
            <bdi>{stolen.reference}</bdi>
          </>
        )}
        {stolen.email !== undefined && (
          <>
            <span>{listSeparator()}</span>
            <bdi>{stolen.name}</bdi> <EmailText email={stolen.email} />
          </>
        )}
        <span aria-hidden="true"> · </span>
        <Moment at={stolen.time} />
      </p>
      <PictureLinks pictures={reportedPictures(stolen.images)} />
    </>
  );
}
