import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { textsOf } from '#contract/language.ts';
import { msg, plural, t } from '#contract/text.ts';
import {
  testEvent,
  type WebhookFault,
  webhookEventTexts,
} from '#contract/webhooks/webhook-events.ts';
import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhooks/webhooks.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { deliveriesQuery, replayWebhookMutation } from './queries.ts';
import { SendAllSince } from './SendAllSince.tsx';

/** While the newest was not sent yet, as after a test. */
const pollMs = 2_000;

/** What was sent to an endpoint, how it was answered, and a button to send it again. */
export function DeliveriesDialog({
  endpoint,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}) {
  const list = useInfiniteQuery({
    ...deliveriesQuery(endpoint._id),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isInFlight(state.data?.pages[0]?.items[0]) ? pollMs : false),
  });
  const replay = useMutation(replayWebhookMutation(endpoint._id));
  const send = ({ _id }: WebhookDelivery) =>
    replay.mutate(
      { deliveryId: _id },
      {
        onSuccess: () => toast.success(t`It is sent again`),
        onError: ({ message }) => toast.error(message),
      },
    );
  const deliveries = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Dialog isOpen onClose={onClose} title={t`What was sent`}>
      <p className="mb-4 text-sm text-muted wrap-anywhere">
        <bdi>{endpoint.url}</bdi>
      </p>
      {deliveries !== undefined && deliveries.length > 0 && !endpoint.disabledFor && (
        <SendAllSince endpoint={endpoint} />
      )}
      {deliveries === undefined ? (
        list.error ? (
          <ErrorState
            isTrying={list.isFetching}
            message={list.error.message}
            onTryAgain={() => list.refetch()}
            title={t`The list did not load`}
          />
        ) : (
          <SkeletonRows label={t`Loading what was sent`} rowHeight="h-18" />
        )
      ) : deliveries.length === 0 ? (
        <p>{t`Nothing was sent within 30 days.`}</p>
      ) : (
        <ul aria-label={t`What was sent`} className="divide-y divide-line">
          {deliveries.map((delivery) => (
            <Row
              delivery={delivery}
              isSendable={!endpoint.disabledFor && !replay.isPending}
              key={delivery._id}
              onSend={() => send(delivery)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()} size="small">
          {t`Show more`}
        </Button>
      )}
    </Dialog>
  );
}

function Row({
  delivery,
  isSendable,
  onSend,
}: {
  delivery: WebhookDelivery;
  isSendable: boolean;
  onSend: () => void;
}) {
  const { type, time, state, attempts, status, fault, nextAt } = delivery;
  const name = type === testEvent ? t`A test` : webhookEventTexts[type];
  const answer = fault === undefined ? status : faultLabels[fault];
  return (
    <li className="space-y-1 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{name}</span>
        <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <Moment at={time} />
        {answer !== undefined && <span>{t`Answer: ${{ answer }}`}</span>}
        {attempts > 1 && <span>{plural(attempts, { one: '# attempt', other: '# attempts' })}</span>}
        {state === 'pending' && !isInFlight(delivery) && nextAt !== undefined && (
          <span>
            {t`Again:`} <Moment at={nextAt} />
          </span>
        )}
      </p>
      {isSendable && state !== 'pending' && (
        <Button onClick={onSend} size="small" variant="quiet">
          {t`Send again`}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}

/** Whether it is being sent for the first time, or waits for that. */
function isInFlight(delivery: WebhookDelivery | undefined): boolean {
  if (delivery?.state !== 'pending') return false;
  const { attempts, status, fault } = delivery;
  return attempts === 0 || (status === undefined && fault === undefined);
}

const tones = { delivered: 'green', pending: 'quiet', failed: 'red', 'on-hold': 'quiet' } as const;

const stateLabels: Record<WebhookDelivery['state'], string> = textsOf({
  delivered: msg`Delivered`,
  pending: msg`Waiting`,
  failed: msg`Failed`,
  'on-hold': msg`On hold`,
});

const faultLabels: Record<WebhookFault, string> = textsOf({
  address: msg`there is no public server at the address`,
  connection: msg`the server could not be reached securely`,
  timeout: msg`none within 15 seconds`,
  redirect: msg`it redirects to another address`,
  'too-large': msg`it was too long`,
  secret: msg`the secret has to be replaced`,
});
