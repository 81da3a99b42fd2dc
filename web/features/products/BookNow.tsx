import { Link } from 'react-router';
import { labelSeparator } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { type LoginState, rememberProduct } from '../../identity/origin.ts';
import { Button } from '../../ui/Button.tsx';
import { type ButtonSize, type ButtonVariant, buttonStyle } from '../../ui/button-style.ts';

/** What Book Now does: it links somewhere or opens something. On one's own listing it reads Edit. */
export type BookingStep =
  | { to: string; state?: LoginState; isEdit?: boolean }
  | { open: () => void };

/** The booking button. Its accessible name includes the instrument, because a page may contain many. */
export function BookNow({
  step,
  productName,
  size = 'medium',
  variant = 'primary',
  className = '',
}: {
  step: BookingStep;
  productName: string;
  size?: ButtonSize;
  variant?: ButtonVariant;
  className?: string;
}) {
  const label = (
    <>
      <span>{'isEdit' in step ? t`Edit` : messages.product.bookNow}</span>
      <span className="sr-only">
        <span>{labelSeparator()}</span>
        <bdi>{productName}</bdi>
      </span>
    </>
  );
  if ('open' in step) {
    return (
      <Button className={className} onClick={step.open} size={size} variant={variant}>
        {label}
      </Button>
    );
  }
  return (
    <Link className={`${buttonStyle(variant, size)} ${className}`} state={step.state} to={step.to}>
      {label}
    </Link>
  );
}

interface Sellable {
  _id: string;
  name: string;
  sellerEmail: string | { email: string };
}

/**
 * What Book Now does for the current user: a signed-in user gets the booking modal, and the seller of the product its
 * edit page. A guest is sent to the login page and gets the modal afterwards, on the product's page. While the identity
 * is pending, the same as for guests.
 */
export function useBookingStep<Product extends Sellable>(
  book: (product: Product) => void,
): (product: Product) => BookingStep {
  const identity = useIdentity();
  return (product) => {
    const { _id } = product;
    if (identity === null || identity === 'pending') {
      return { to: paths.login(), state: rememberProduct(product, 'book') };
    }
    return isOwn(product, identity)
      ? { to: paths.editProduct(_id), isEdit: true }
      : { open: () => book(product) };
  };
}

/** Whether the signed-in user sells this product. */
export function isOwn(
  { sellerEmail }: Pick<Sellable, 'sellerEmail'>,
  user: { email: string },
): boolean {
  const seller = typeof sellerEmail === 'string' ? sellerEmail : sellerEmail.email;
  return seller.toLowerCase() === user.email.toLowerCase();
}
