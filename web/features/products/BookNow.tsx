import { Link, useLocation } from 'react-router';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { useIdentity } from '../../identity/identity.ts';
import { type LoginState, rememberOrigin } from '../../identity/origin.ts';
import { Button } from '../../ui/Button.tsx';
import { type ButtonSize, buttonStyle } from '../../ui/button-style.ts';

/** What Book Now does: it links somewhere or opens something. */
export type BookingStep = { to: string; state?: LoginState } | { open: () => void };

/** The booking button. Its accessible name includes the instrument, because a page may contain many. */
export function BookNow({
  step,
  productName,
  size = 'medium',
  className = '',
}: {
  step: BookingStep;
  productName: string;
  size?: ButtonSize;
  className?: string;
}) {
  const words = (
    <>
      {messages.product.bookNow}
      <span className="sr-only">
        : <bdi>{productName}</bdi>
      </span>
    </>
  );
  if ('open' in step) {
    return (
      <Button className={className} onClick={step.open} size={size} variant="primary">
        {words}
      </Button>
    );
  }
  return (
    <Link
      className={`${buttonStyle('primary', size)} ${className}`}
      state={step.state}
      to={step.to}
    >
      {words}
    </Link>
  );
}

/**
 * What Book Now does for the current user: a guest is sent to the login page and back to this page, a signed-in user
 * gets the booking modal. While the identity is pending, the same as for guests.
 */
export function useBookingStep<Product>(
  book: (product: Product) => void,
): (product: Product) => BookingStep {
  const identity = useIdentity();
  const location = useLocation();
  const isGuest = identity === null || identity === 'pending';
  return (product) =>
    isGuest
      ? { to: paths.login(), state: rememberOrigin(location) }
      : { open: () => book(product) };
}
