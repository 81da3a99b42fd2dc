import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { plural, t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import type { WebhookEndpoint } from '#contract/webhooks/webhooks.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ShownKey } from '../keys/ShownKey.tsx';
import { DeliveriesDialog } from './DeliveriesDialog.tsx';
import { EndpointDialog } from './EndpointDialog.tsx';
import {
  changeWebhookMutation,
  removeWebhookMutation,
  rotateWebhookSecretMutation,
  testWebhookMutation,
  webhooksQuery,
} from './queries.ts';

type Open =
  | { dialog: 'new' }
  | { dialog: 'change' | 'deliveries' | 'rotate' | 'remove'; id: string }
  | { secret: string };

/** The addresses that the shop calls for a person: adds, changes, tests and removes them. A new secret is shown once. */
export function Webhooks({ user }: { user: User }) {
  const endpoints = useQuery(webhooksQuery(user.email));
  const [open, setOpen] = useState<Open>();
  const list = useRef<HTMLUListElement>(null);
  const close = () => setOpen(undefined);
  if (!endpoints.data) {
    return endpoints.error ? (
      <ErrorState
        isTrying={endpoints.isFetching}
        message={endpoints.error.message}
        onTryAgain={() => endpoints.refetch()}
        title={t`Your webhooks did not load`}
      />
    ) : (
      <Skeleton className="h-18 w-full" />
    );
  }
  const about =
    open && 'id' in open ? endpoints.data.find(({ _id }) => _id === open.id) : undefined;
  const dialog = open && 'dialog' in open ? open.dialog : undefined;
  return (
    <>
      {endpoints.data.length > 0 && (
        <ul
          aria-label={t`Webhooks`}
          className="divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-rest"
          ref={list}
          tabIndex={-1}
        >
          {endpoints.data.map((endpoint) => (
            <Row
              endpoint={endpoint}
              key={endpoint._id}
              onAsk={(dialog) => setOpen({ dialog, id: endpoint._id })}
            />
          ))}
        </ul>
      )}
      <Button onClick={() => setOpen({ dialog: 'new' })}>{t`Add an address`}</Button>
      {open && 'secret' in open && (
        <ShownKey
          note={t`Your program checks with it that webhooks come from the shop. Enter it there now: it will not be shown again.`}
          onClose={close}
          title={t`The secret of the address`}
          value={open.secret}
        />
      )}
      {dialog === 'new' && (
        <EndpointDialog
          onClose={close}
          onDone={(secret) => (secret === undefined ? close() : setOpen({ secret }))}
          user={user}
        />
      )}
      {about && dialog === 'change' && (
        <EndpointDialog endpoint={about} onClose={close} onDone={close} user={user} />
      )}
      {about && dialog === 'deliveries' && <DeliveriesDialog endpoint={about} onClose={close} />}
      {about && dialog === 'rotate' && (
        <MutationDialog
          confirmLabel={t`Replace the secret`}
          mutation={rotateWebhookSecretMutation()}
          onClose={close}
          onDone={setOpen}
          success={t`The secret is replaced`}
          title={t`Replace the secret?`}
          variables={about}
          variant="primary"
        >
          <p>
            {t`For another day, webhooks have a signature with the former secret too, so that you can change your program without haste.`}
          </p>
        </MutationDialog>
      )}
      {about && dialog === 'remove' && (
        <MutationDialog
          confirmLabel={t`Remove`}
          mutation={removeWebhookMutation()}
          onClose={close}
          onDone={() => {
            close();
            list.current?.focus();
          }}
          success={t`The address is removed`}
          title={t`Remove ${{ url: about.url }}?`}
          variables={about}
        >
          <p>{t`It is not told anything any more, and the list of what was sent is deleted.`}</p>
        </MutationDialog>
      )}
    </>
  );
}

function Row({
  endpoint,
  onAsk,
}: {
  endpoint: WebhookEndpoint;
  onAsk: (dialog: 'change' | 'deliveries' | 'rotate' | 'remove') => void;
}) {
  const { url, events, disabledFor, failingSince } = endpoint;
  const test = useMutation(testWebhookMutation());
  const change = useMutation(changeWebhookMutation());
  const runTest = () =>
    test.mutate(endpoint, {
      onSuccess: () => onAsk('deliveries'),
      onError: ({ message }) => toast.error(message),
    });
  const enable = () =>
    change.mutate(
      { _id: endpoint._id },
      {
        onSuccess: () => toast.success(t`The address is enabled`),
        onError: ({ message }) => toast.error(message),
      },
    );
  const about = <span className="sr-only"> {url}</span>;
  return (
    <li className="space-y-2 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <bdi className="font-semibold wrap-anywhere">{url}</bdi>
        {disabledFor ? (
          <Badge tone="red">{t`Disabled`}</Badge>
        ) : failingSince ? (
          <Badge tone="brass">{t`Failing`}</Badge>
        ) : (
          <Badge tone="green">{t`Enabled`}</Badge>
        )}
      </p>
      <p className="text-sm text-muted">
        {plural(events.length, { one: 'Told about # event', other: 'Told about # events' })}
      </p>
      {disabledFor === 'gone' && (
        <p className="text-sm">{t`It has answered that it is gone (410), and gets nothing.`}</p>
      )}
      {disabledFor === 'failures' && (
        <p className="text-sm">
          {t`It has accepted nothing for five days. What happens is stored for 30 days, and sent when you enable it.`}
        </p>
      )}
      {!disabledFor && failingSince !== undefined && (
        <p className="text-sm">
          <Trans>
            It has accepted nothing since <Moment at={failingSince} />. We try again.
          </Trans>
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        {disabledFor && (
          <Button isBusy={change.isPending} onClick={enable} size="small" variant="primary">
            {t`Enable`}
            {about}
          </Button>
        )}
        <Button isBusy={test.isPending} onClick={runTest} size="small">
          {t`Send a test`}
          {about}
        </Button>
        <Button onClick={() => onAsk('deliveries')} size="small">
          {t`What was sent`}
          {about}
        </Button>
        <Button onClick={() => onAsk('change')} size="small">
          {t`Change`}
          {about}
        </Button>
        <Button onClick={() => onAsk('rotate')} size="small">
          {t`Replace the secret`}
          {about}
        </Button>
        <Button onClick={() => onAsk('remove')} size="small" variant="quietDanger">
          {t`Remove`}
          {about}
        </Button>
      </p>
    </li>
  );
}
