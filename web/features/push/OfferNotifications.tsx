import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { deviceState, ownDeviceId } from './push-device.ts';
import { turnOnMutation } from './queries.ts';

/**
 * Offers notifications where they are of use: after something whose answer is awaited. It shows nothing in browsers that
 * have them on, cannot have them, or have said no.
 */
export function OfferNotifications({ email, text }: { email: string; text: string }) {
  const turning = useMutation(turnOnMutation());
  const { data: isAllowed } = turning;
  if (isAllowed !== undefined) {
    return (
      // The focus was on the button that has gone.
      <p className="mt-4 text-sm text-muted" ref={focus} tabIndex={-1}>
        {isAllowed ? t`This device gets notifications now` : t`Notifications were not allowed`}
      </p>
    );
  }
  if (deviceState() !== 'possible' || ownDeviceId(email) !== undefined) return null;
  const turnOn = () => turning.mutate(email, { onError: ({ message }) => toast.error(message) });
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <span className="min-w-0">{text}</span>
      <Button busyLabel={t`Turning on`} isBusy={turning.isPending} onClick={turnOn} size="small">
        <Icon name="bell" />
        {t`Notify me on this device`}
      </Button>
    </p>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();
