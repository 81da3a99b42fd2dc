import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { useIdentity } from '../../identity/identity.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { currentShop } from '../../ui/current-shop.ts';

const lines = [20, 34, 48, 62, 76];
const notes = [
  { x: 24, y: 76 },
  { x: 390, y: 62 },
  { x: 756, y: 41 },
];

/** Decoration above the three steps on wide screens: three rising notes and the repeat sign. */
function RisingNotes() {
  return (
    <svg aria-hidden="true" className="mt-8 hidden w-full lg:block" viewBox="0 0 1072 110">
      <g className="stroke-walnut-line" strokeWidth="1.5">
        {lines.map((y) => (
          <path d={`M0 ${y}H1072`} key={y} />
        ))}
      </g>
      <g className="fill-brass-on-walnut">
        {notes.map(({ x, y }) => (
          <g key={x} transform={`translate(${x} ${y})`}>
            <ellipse rx="11" ry="7.6" transform="rotate(-22)" />
            <rect height="50" width="2.4" x="8.2" y="-52" />
          </g>
        ))}
        <rect height="57" width="9" x="1063" y="19.5" />
        <rect height="57" width="3" x="1054" y="19.5" />
        <circle cx="1044" cy="41" r="4.2" />
        <circle cx="1044" cy="55" r="4.2" />
      </g>
    </svg>
  );
}

const usualSteps = [
  { title: 'Photograph it', text: 'One good picture by a window says more than a page.' },
  {
    title: 'Name your price',
    text: 'Say what it cost, how long you played it, and what it has been through.',
  },
  { title: 'Pass it on', text: 'A player books it, pays safely by card, and you hand it over.' },
];

/** The promotion for sellers: reasons and three steps. */
export function SellerPromo() {
  const identity = useIdentity();
  const { title: headline = 'Someone wants the instrument in your cupboard.', steps = usualSteps } =
    currentShop().home?.sellers ?? {};
  const isGuest = identity === null || identity === 'pending';
  return (
    <section aria-labelledby="promo-heading" className="mx-auto max-w-page px-4 py-14 lg:py-20">
      <div className="on-walnut relative overflow-hidden rounded-lg px-6 py-10 sm:px-10 lg:px-16 lg:py-14">
        <h2 className="max-w-xl text-title" id="promo-heading">
          {headline}
        </h2>
        <RisingNotes />
        <ol className="mt-8 grid gap-8 lg:mt-4 lg:grid-cols-3 lg:gap-12">
          {steps.map(({ title, text }, index) => (
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
          to={isGuest ? paths.register() : paths.sell()}
        >
          Sell your instrument
        </Link>
      </div>
    </section>
  );
}
