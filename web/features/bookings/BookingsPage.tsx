import { Link, useSearchParams } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { bookingsTitle } from '../../frame/dashboard-menu.ts';
import { useDashboardUser } from '../../frame/use-dashboard-user.ts';
import { BookingList } from './BookingList.tsx';
import type { Side } from './queries.ts';

/** The user's own bookings and, for sellers, those placed on their products. */
export function BookingsPage() {
  const user = useDashboardUser();
  const [search] = useSearchParams();
  const sells = user.role !== 'buyer';
  const side: Side = sells && search.get('as') === 'seller' ? 'seller' : 'buyer';
  return (
    <>
      <h1 tabIndex={-1}>{bookingsTitle(user.role)}</h1>
      {sells && <Sides side={side} />}
      <div className="mt-6">
        <BookingList email={user.email} key={side} side={side} />
      </div>
    </>
  );
}

const sides = [
  ['buyer', 'Booked by me', paths.bookings()],
  ['seller', 'Booked from me', paths.bookings('seller')],
] as const;

function Sides({ side }: { side: Side }) {
  return (
    <nav aria-label="Whose bookings" className="mt-4 border-b border-line">
      <ul className="-mb-px flex gap-1">
        {sides.map(([name, words, to]) => (
          <li key={name}>
            <Link
              aria-current={side === name ? 'page' : undefined}
              className="block border-b-3 border-transparent px-4 py-3 font-semibold text-muted transition hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink"
              to={to}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
