import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { rememberProduct } from '../../identity/origin.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { useLazyDialog } from '../../ui/use-lazy-dialog.ts';

/**
 * 'Make an offer' beside Book Now; nothing for the seller, and where the seller takes no offers. A guest is sent to the login
 * page and gets the dialog afterwards. The script of the dialog comes with the first press.
 */
export function OfferButton({
  product,
  opensAtOnce,
}: {
  product: SingleProduct;
  /** A guest has pressed it before the login. */
  opensAtOnce: boolean;
}) {
  const identity = useIdentity();
  const dialog = useLazyDialog(async () => (await import('./MakeOfferDialog.tsx')).MakeOfferDialog);
  const isGuest = identity === null || identity === 'pending';
  const isOwn = !isGuest && product.sellerEmail.toLowerCase() === identity.email.toLowerCase();
  const isOffered = product.takesOffers === true && product.status !== 'sold' && !isOwn;
  const openAtOnce = useEffectEvent(() => {
    if (isOffered && !isGuest) dialog.open();
  });
  useEffect(() => {
    if (opensAtOnce) openAtOnce();
  }, [opensAtOnce]);

  if (!isOffered || product.bookingId !== undefined) return null;
  if (isGuest) {
    return (
      <Link
        className={`${buttonStyle('quiet')} w-full`}
        state={rememberProduct(product, 'offer')}
        to={paths.login()}
      >
        {t`Make an offer`}
      </Link>
    );
  }
  return (
    <>
      <Button className="w-full" isBusy={dialog.isLoading} onClick={dialog.open}>
        {t`Make an offer`}
      </Button>
      {dialog.hasFailed && (
        <p className="mt-2 text-sm text-red" role="alert">
          {t`The form did not load. Please try again.`}
        </p>
      )}
      {dialog.Dialog && <dialog.Dialog buyer={identity} onClose={dialog.close} product={product} />}
    </>
  );
}
