import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { useLazyDialog } from '../../ui/use-lazy-dialog.ts';
import { Seal } from '../products/VerifiedSeal.tsx';
import { verifySellerMutation } from './queries.ts';

/** The badge of a verified seller, or the Verify button. */
export function SellerStatus({ seller }: { seller: User }) {
  const verification = useMutation(verifySellerMutation());
  const look = useLazyDialog(
    async () => (await import('./VerificationDialog.tsx')).VerificationDialog,
  );
  const place = useFocusOnceVerified(seller.status === 'verified', verification.isSuccess);
  const verify = () =>
    verification.mutate(seller, {
      onSuccess: () => toast.success(messages.toast.sellerVerified),
      onError: ({ message }) => toast.error(message),
    });
  return (
    <span className="inline-block align-middle outline-offset-4" ref={place} tabIndex={-1}>
      {seller.status === 'verified' ? (
        <span className="inline-flex items-center gap-1 font-semibold text-green">
          <Seal />
          <span>{messages.seller.verified}</span>
        </span>
      ) : (
        <>
          <Button
            busyLabel={t`Verifying`}
            isBusy={verification.isPending}
            onClick={verify}
            size="small"
          >
            {messages.seller.verify}
            <span className="sr-only">{` ${seller.name}`}</span>
          </Button>
          <Button
            className="ms-2"
            isBusy={look.isLoading}
            onClick={look.open}
            size="small"
            variant="quiet"
          >
            <Trans>
              Look<span className="sr-only"> at what we know about {seller.name}</span>
            </Trans>
          </Button>
          {seller.verificationSentAt && (
            <span className="block text-sm text-muted">
              <Trans>
                Sent something <Moment at={seller.verificationSentAt} isDay />
              </Trans>
            </span>
          )}
          {look.Dialog && <look.Dialog onClose={look.close} seller={seller} />}
          <span className="block max-w-48 whitespace-normal">
            <FieldError
              message={
                look.hasFailed ? t`This did not load. Try again.` : verification.error?.message
              }
            />
          </span>
        </>
      )}
      {seller.trader && (
        <span className="block text-sm text-muted">
          {seller.trader.status === 'trader' ? t`Trader` : t`Private`}
        </span>
      )}
    </span>
  );
}

/** The button disappears after success: the focus stays at its place. */
function useFocusOnceVerified(isVerified: boolean, isByUs: boolean) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isVerified && isByUs && document.activeElement === document.body) place.current?.focus();
  }, [isVerified, isByUs]);
  return place;
}
