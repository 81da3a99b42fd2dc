import { Link } from 'react-router';
import { buttonStyle } from '../../ui/button-style.ts';
import { ShopWall } from '../../ui/illustrations/ShopWall.tsx';
import { categoriesId, windowId } from './anchors.ts';

/**
 * The shop in one line and the first step. The heading is the largest contentful paint: text that arrives with the
 * first bytes.
 */
export function Banner() {
  return (
    <section className="on-walnut overflow-hidden">
      <div className="mx-auto grid max-w-page items-center gap-x-12 px-4 pt-10 lg:grid-cols-[1.05fr_1fr] lg:pt-0">
        <div className="lg:py-20">
          <h1 className="text-hero" tabIndex={-1}>
            Second-hand instruments, ready for their next song.
          </h1>
          <p className="mt-5 max-w-lg text-lg text-on-walnut-muted">
            Played, looked after, and passed on by the people who know every scratch on them.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <Link className={buttonStyle('primary', 'large')} to={{ hash: categoriesId }}>
              Find your instrument
            </Link>
            <Link className="text-link py-2 font-semibold" to={{ hash: windowId }}>
              See what is in the window
            </Link>
          </div>
        </div>
        {/* The lamp's cord goes on to the ceiling, however high that is. It hangs at 282 of the drawing's 520. */}
        <div className="relative mx-auto mt-6 w-full max-w-md self-end before:absolute before:bottom-full before:left-[54.23%] before:h-40 before:w-[3px] before:-translate-x-1/2 before:bg-walnut-line max-lg:before:hidden lg:mt-0 lg:max-w-none">
          <ShopWall className="w-full" />
        </div>
      </div>
    </section>
  );
}
