import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import {
  adminWebhookEvents,
  type WebhookEvent,
  webhookEvents,
  webhookEventTexts,
  webhookLimits,
} from '#contract/webhooks/webhook-events.ts';
import type { WebhookEndpoint } from '#contract/webhooks/webhooks.ts';
import { CallFailure } from '../../api/failures.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { changeWebhookMutation, createWebhookMutation, type WantedEndpoint } from './queries.ts';

/** Asks for the address and the events of an endpoint that is new, or that there is. */
export function EndpointDialog({
  user,
  endpoint,
  onDone,
  onClose,
}: {
  user: User;
  endpoint?: WebhookEndpoint;
  /** @param secret of a new one */
  onDone: (secret?: string) => void;
  onClose: () => void;
}) {
  const errorId = useId();
  const creation = useMutation(createWebhookMutation());
  const change = useMutation(changeWebhookMutation());
  const sending = endpoint ? change : creation;
  const known = webhookEvents.filter(
    (event) => mayActIn('cases', user) || !adminWebhookEvents.includes(event),
  );
  const { register, handleSubmit, setValue, watch, formState } = useForm<WantedEndpoint>({
    mode: 'onTouched',
    defaultValues: {
      url: endpoint?.url ?? 'https://',
      events: endpoint?.events ?? known.filter((event) => !adminWebhookEvents.includes(event)),
    },
  });
  register('events', { validate: (chosen) => chosen.length > 0 || t`Choose at least one event` });
  const { events } = watch();
  const faults = formState.errors;
  const refusals: CallFailure['errors'] =
    sending.error instanceof CallFailure ? sending.error.errors : {};
  const send = handleSubmit((wanted) =>
    endpoint
      ? change.mutate({ _id: endpoint._id, ...wanted }, { onSuccess: () => onDone() })
      : creation.mutate(wanted, { onSuccess: ({ secret }) => onDone(secret) }),
  );
  return (
    <FormDialog
      confirmLabel={endpoint ? t`Save` : t`Add the address`}
      isAlert
      isPending={sending.isPending}
      onClose={onClose}
      onSubmit={send}
      title={endpoint ? t`Change the webhooks` : t`Add an address for webhooks`}
    >
      <TextField
        {...register('url', {
          validate: (url) =>
            /^https:\/\/[^\s/]/.test(url.trim()) || t`Use an address that begins with https://`,
          onChange: () => sending.reset(),
        })}
        dir="ltr"
        error={faults.url?.message ?? refusals.url}
        hint={t`Where your program receives them, such as https://shop.example/webhooks`}
        inputMode="url"
        label={t`Address`}
        maxLength={webhookLimits.urlLength}
      />
      <fieldset aria-describedby={faults.events ? errorId : undefined}>
        <legend className="font-semibold">{t`What it is told`}</legend>
        {known.map((event) => (
          <label className="flex min-h-11 items-center gap-3" key={event}>
            <input
              checked={events.includes(event)}
              className="size-5 shrink-0 accent-brass"
              onChange={({ target }) =>
                setValue('events', withEvent(events, event, target.checked), {
                  shouldValidate: true,
                })
              }
              type="checkbox"
            />
            <span>{webhookEventTexts[event]}</span>
          </label>
        ))}
        <FieldError id={errorId} message={faults.events?.message ?? refusals.events} />
      </fieldset>
      {sending.error && !refusals.url && !refusals.events && (
        <p className="text-danger" role="alert">
          {sending.error.message}
        </p>
      )}
    </FormDialog>
  );
}

function withEvent(
  chosen: readonly WebhookEvent[],
  event: WebhookEvent,
  isChosen: boolean,
): WebhookEvent[] {
  return webhookEvents.filter((one) => (one === event ? isChosen : chosen.includes(one)));
}
