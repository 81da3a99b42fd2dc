import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { PushSubscriptionRecord } from '#contract/push/push.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { deviceState, ownDeviceId } from './push-device.ts';
import {
  devicesQuery,
  removeDeviceMutation,
  testDeviceMutation,
  turnOnMutation,
} from './queries.ts';

/** The devices that get the person's notifications: adds this one, tests and removes them. */
export function Devices({
  email,
  describe,
}: {
  email: string;
  /** Names a browser by its `User-Agent`. */
  describe: (userAgent: string | null) => string;
}) {
  const devices = useQuery(devicesQuery(email));
  const box = useRef<HTMLFieldSetElement>(null);
  // The pressed button disappears.
  const keepFocus = () => box.current?.focus();
  if (!devices.data) {
    return devices.error ? (
      <ErrorState
        isTrying={devices.isFetching}
        message={devices.error.message}
        onTryAgain={() => devices.refetch()}
        title={t`Your devices did not load`}
      />
    ) : (
      <Skeleton className="h-18 w-full" />
    );
  }
  const own = ownDeviceId(email);
  const isOn = devices.data.some(({ _id }) => _id === own);
  return (
    <fieldset
      aria-label={t`Notifications on your devices`}
      className="min-w-0 space-y-6"
      ref={box}
      tabIndex={-1}
    >
      {devices.data.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-rest">
          {devices.data.map((device) => (
            <Row
              device={device}
              isThis={device._id === own}
              key={device._id}
              name={describe(device.device ?? null)}
              onGone={keepFocus}
            />
          ))}
        </ul>
      )}
      {!isOn && <ThisDevice email={email} onGone={keepFocus} />}
    </fieldset>
  );
}

/** Turns notifications on in this browser, or says why it cannot. */
function ThisDevice({ email, onGone }: { email: string; onGone: () => void }) {
  const turning = useMutation(turnOnMutation());
  const state = deviceState();
  if (state === 'unsupported') return <p>{t`This browser cannot show notifications.`}</p>;
  if (state === 'home-screen-first') {
    return (
      <p>
        {t`On an iPhone or iPad, add the shop to the home screen first (Share, then Add to Home Screen), open it there, and turn notifications on.`}
      </p>
    );
  }
  const denied = t`You have blocked notifications for this shop. Allow them in the settings of your browser, and come back.`;
  if (state === 'denied') return <p>{denied}</p>;
  const turnOn = () =>
    // Not the callbacks of `mutate`: the list, which is read again before, takes this away.
    turning.mutateAsync(email).then(
      (isAllowed) => {
        if (isAllowed) toast.success(t`This device gets notifications now`);
        else toast.error(t`Notifications were not allowed`);
        // Who has only closed the question can press again.
        if (isAllowed || deviceState() === 'denied') onGone();
      },
      ({ message }: Error) => toast.error(message),
    );
  return (
    <Button busyLabel={t`Turning on`} isBusy={turning.isPending} onClick={turnOn}>
      {t`Turn on for this device`}
    </Button>
  );
}

function Row({
  device,
  name,
  isThis,
  onGone,
}: {
  device: PushSubscriptionRecord;
  name: string;
  isThis: boolean;
  /** The focus was in this row. */
  onGone: () => void;
}) {
  const testing = useMutation(testDeviceMutation());
  const removing = useMutation(removeDeviceMutation());
  const { lastUsedAt, time, isFailing } = device;
  const onError = (failure: Error) => {
    toast.error(failure.message);
    if (failure instanceof CallFailure && failure.status === 404) onGone();
  };
  // Not the callbacks of `mutate`: the list, which is read again before, takes away the row.
  const test = () =>
    testing.mutateAsync(device).then(() => toast.success(t`The test is on its way`), onError);
  const remove = () =>
    removing.mutateAsync(device).then(() => {
      toast.success(t`${name} gets no more notifications`);
      onGone();
    }, onError);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>{name}</span>
          {isThis && <Badge tone="green">{t`This browser`}</Badge>}
        </p>
        <p className="text-sm text-muted first-letter:uppercase">
          {lastUsedAt ? (
            <Trans>
              last reached <Moment at={lastUsedAt} />
            </Trans>
          ) : (
            <Trans>
              since <Moment at={time} />
            </Trans>
          )}
        </p>
        {isFailing && (
          <p className="text-sm text-red">{t`The last notification did not arrive. Remove it, and turn it on again there.`}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button busyLabel={t`Sending`} isBusy={testing.isPending} onClick={test} size="small">
          {t`Send a test`}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button busyLabel={t`Removing`} isBusy={removing.isPending} onClick={remove} size="small">
          {t`Remove`}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  );
}
