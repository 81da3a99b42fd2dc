import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { deviceState, storedDevice } from './push-device.ts';
import { turnOnMutation } from './queries.ts';

/**
 * Offers notifications where they are of use: after something whose answer is awaited. It shows nothing in browsers that
 * have them on, cannot have them, or have said no.
 */
export function OfferNotifications({ email, text }: { email: string; text: string }) {
  const turning = useMutation(turnOnMutation());
  const isOn = storedDevice()?.email === email;
  if (deviceState() !== 'possible' || isOn || turning.data === false) return null;
  const turnOn = () =>
    turning.mutate(email, {
      onSuccess: (isAllowed) => isAllowed && toast.success(t`This device gets notifications now`),
      onError: ({ message }) => toast.error(message),
    });
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <span className="min-w-0 flex-1 basis-48">{text}</span>
      <Button busyLabel={t`Turning on`} isBusy={turning.isPending} onClick={turnOn} size="small">
        <Icon name="bell" />
        {t`Notify me on this device`}
      </Button>
    </p>
  );
}
