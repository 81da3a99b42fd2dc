import type { PriceComparison } from '#contract/products/similar-products.ts';
import { repliedText, type ShownText, textIn } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { SentenceWith, Shown } from '../../../ui/Owned.tsx';
import { PriceFigures } from '../../products/around/FairPrice.tsx';
import { basisOfKind } from '../../products/around/price-texts.ts';
import type { PlaceFacts } from './place.ts';

/** What to look for before buying one of a kind, and what such ones cost. */
export function BuyingGuide({ facts: { kind, maker, prices } }: { facts: PlaceFacts }) {
  if (!kind) return null;
  return (
    <div className="mt-12 grid gap-x-12 gap-y-10 border-t border-line pt-10 lg:grid-cols-2">
      <section aria-labelledby="look-for-heading">
        <h2 id="look-for-heading">{t`What to look for`}</h2>
        <p className="mt-2 text-muted">
          {t`Sellers answer these questions on the page of their listing. Ask about what is not said.`}
        </p>
        <ul className="mt-4 max-w-prose list-disc space-y-1.5 ps-5 marker:text-brass">
          {kind.lookFor.map((question, at) => (
            <li key={question}>
              <Shown {...textIn(kind.lookForLanguages?.[at], question)} />
            </li>
          ))}
        </ul>
      </section>
      {prices && <Prices kind={repliedText(kind, 'name')} maker={maker?.name} prices={prices} />}
    </div>
  );
}

function Prices({
  prices,
  kind,
  maker,
}: {
  prices: PriceComparison;
  kind: ShownText;
  maker: string | undefined;
}) {
  return (
    <section aria-labelledby="costs-heading">
      <h2 id="costs-heading">{t`What they cost`}</h2>
      <PriceFigures comparison={prices} />
      <p className="mt-3 max-w-prose text-sm text-muted">
        <span>
          <SentenceWith say={(name) => basisOfKind(prices, name, maker)} texts={[kind]} />
        </span>{' '}
        <span>{t`No figure shows how well an instrument was looked after: read the description.`}</span>
      </p>
    </section>
  );
}
