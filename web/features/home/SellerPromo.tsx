import { Link } from 'react-router';
import { useIdentity } from '../../identity/identity.ts';
import { paths } from '../../routing/paths.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { RisingNotes } from './RisingNotes.tsx';

const steps = [
  ['Photograph it', 'One good picture by a window says more than a page.'],
  ['Name your price', 'Say what it cost, how long you played it, and what it has been through.'],
  ['Pass it on', 'A player books it, pays safely by card, and you hand it over.'],
] as const;

/** The promotion for sellers: reasons and three steps. */
export function SellerPromo() {
  const identity = useIdentity();
  const isGuest = identity === null || identity === 'pending';
  return (
    <section aria-labelledby="promo-heading" className="mx-auto max-w-page px-4 py-14 lg:py-20">
      <div className="on-walnut relative overflow-hidden rounded-lg px-6 py-10 sm:px-10 lg:px-16 lg:py-14">
        <h2 className="max-w-xl text-title" id="promo-heading">
          Somebody is looking for the one in your cupboard.
        </h2>
        <RisingNotes />
        <ol className="mt-8 grid gap-8 lg:mt-4 lg:grid-cols-3 lg:gap-12">
          {steps.map(([title, text], index) => (
            <li className="flex gap-4 lg:block" key={title}>
              <span
                aria-hidden="true"
                className="w-6 shrink-0 font-display text-3xl leading-none font-semibold text-brass-on-walnut lg:hidden"
              >
                {index + 1}
              </span>
              <div>
                <h3>{title}</h3>
                <p className="mt-1 text-on-walnut-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Link
          className={`${buttonStyle('primary', 'large')} mt-10`}
          to={isGuest ? paths.register() : paths.dashboard()}
        >
          Sell your instrument
        </Link>
      </div>
    </section>
  );
}
