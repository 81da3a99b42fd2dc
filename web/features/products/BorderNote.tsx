import { useQuery } from '@tanstack/react-query';
import { countryName } from '#contract/delivery/countries.ts';
import type { ClosedZone } from '#contract/delivery/delivery.ts';
import { findZone, shownZone } from '#contract/delivery/shop-zones.ts';
import { aloneAnswers } from '#contract/instruments/materials.ts';
import { formatList } from '#contract/isolate.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import type { ShownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { SentenceWith } from '../../ui/Owned.tsx';
import { kindQuery } from '../instruments/queries.ts';

/** What its protected materials mean for who buys it, and to where it is not shipped. Rendered in the browser only. */
export function BorderNote({ product }: { product: SingleProduct }) {
  const { materials = [], delivery, kind: kindId } = product;
  const { data: kind } = useQuery({ ...kindQuery(kindId ?? ''), enabled: kindId !== undefined });
  const said = materials.filter((id) => !aloneAnswers.some((alone) => alone === id));
  const known = (kind?.materials ?? []).filter(({ id }) => said.includes(id));
  const closed = Object.entries(delivery?.closed ?? {});
  const reasons = [...new Set(closed.map(([, { reason }]) => reason))];
  return (
    <div className="border-t border-line">
      <Disclosure
        id="borders"
        size="small"
        teaser={
          closed.length > 0 ? t`It is not shipped everywhere` : t`What the seller says of them`
        }
        title={t`Protected materials and borders`}
      >
        <div className="max-w-prose space-y-3">
          {known.map(({ id, label, note }) => (
            <p key={id}>
              <span className="block font-semibold">{label}</span>
              <span>{note}</span>
            </p>
          ))}
          {product.papers !== undefined && (
            <p>
              <span className="block text-sm text-muted">{t`Papers, as the seller names them`}</span>
              <bdi>{product.papers}</bdi>
            </p>
          )}
          {product.permit === true && known.length > 0 && (
            <p>
              {t`The seller gets the permit for a sale abroad, and ships it once the number of the permit is there. If it is refused or late, you are refunded.`}
            </p>
          )}
          {reasons.map((reason) => {
            const places = closed.filter(([, one]) => one.reason === reason).flatMap(placesOf);
            return (
              <p key={reason}>
                <span>
                  <SentenceWith say={notShippedText} texts={places} />
                </span>{' '}
                <span>{reasonText(reason)}</span>
              </p>
            );
          })}
          {delivery?.pickup && (
            <p>
              {t`You can pick it up. Who takes it across a border may need papers: ask the authority of your country first.`}{' '}
              <a
                className="underline"
                href="https://cites.org/eng/parties/country-profiles"
                rel="noreferrer"
                target="_blank"
              >
                {t`Authorities of all countries (cites.org)`}
              </a>
            </p>
          )}
          <p className="text-sm text-muted">
            {t`The seller has said this. The shop has not looked at the instrument.`}
          </p>
        </div>
      </Disclosure>
    </div>
  );
}

function placesOf([id, { countries }]: [string, ClosedZone]): ShownText[] {
  if (countries) return countries.map((code) => ({ text: countryName(code) }));
  const zone = findZone(id);
  return zone ? [shownZone(zone)] : [];
}

function notShippedText(...names: string[]): string {
  const places = formatList(names);
  return t`Not shipped to ${{ places }}.`;
}

function reasonText(reason: ClosedZone['reason']): string {
  if (reason === 'permit') return t`It has a material that needs a permit to be sold abroad.`;
  return reason === 'unknown'
    ? t`The seller does not know whether it has a protected material.`
    : t`The seller has not said whether it has a protected material.`;
}
