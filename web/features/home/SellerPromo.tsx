import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { Owned } from '../../ui/Owned.tsx';
import { sellingSteps } from './selling-steps.tsx';

/** The promotion for sellers: a reason and three steps, on phones in brief. */
export function SellerPromo() {
  const identity = useIdentity();
  const { title: headline } = currentShop().home?.sellers ?? {};
  const isGuest = identity === null || identity === 'pending';
  return (
    <section
      aria-labelledby="promo-heading"
      className="mx-auto max-w-page px-4 pt-3 pb-4 sm:py-5 lg:py-10"
    >
      <div className="on-walnut grid gap-2 rounded-lg px-5 py-3.5 sm:gap-4 sm:px-8 sm:py-5 lg:grid-cols-[1fr_auto] lg:items-center lg:gap-x-8 lg:px-10 lg:py-7">
        <h2 className="max-sm:text-lg" id="promo-heading">
          {headline === undefined ? (
            t`Someone wants the instrument in your cupboard.`
          ) : (
            <Owned text={headline} />
          )}
        </h2>
        <ol className="grid gap-0.5 sm:gap-2 lg:col-span-2 lg:grid-cols-3 lg:gap-10">
          {sellingSteps().map(({ place, title, text }) => (
            <li className="flex gap-3" key={place}>
              <span
                aria-hidden="true"
                className="w-5 shrink-0 font-display text-2xl leading-none font-semibold text-brass-on-walnut"
              >
                {place}
              </span>
              <div className="min-w-0">
                <h3 className="text-base leading-snug">{title}</h3>
                <p className="text-sm leading-snug text-on-walnut-muted max-sm:hidden">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Link
          className={`${buttonStyle('primary')} max-lg:justify-self-start lg:col-start-2 lg:row-start-1`}
          to={isGuest ? paths.selling() : paths.sell()}
        >
          {t`Sell your instrument`}
        </Link>
      </div>
    </section>
  );
}
