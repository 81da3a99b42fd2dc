import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { plural, t } from '#contract/text.ts';
import type { WebhookEndpoint } from '#contract/webhooks/webhooks.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { replayWebhookMutation } from './queries.ts';

const dayMs = 86_400_000;

/** Sends again what was sent since a time, as after an outage of the receiver. */
export function SendAllSince({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [since, setSince] = useState(() =>
    localTime(new Date(endpoint.failingSince ?? Date.now() - dayMs)),
  );
  const replay = useMutation(replayWebhookMutation(endpoint._id));
  const send = (event: FormEvent) => {
    event.preventDefault();
    const time = new Date(since);
    if (replay.isPending || Number.isNaN(time.getTime())) return;
    replay.mutate(
      { since: time.toISOString() },
      {
        onSuccess: ({ modifiedCount }) =>
          toast.success(
            modifiedCount === 0
              ? t`Nothing was sent since then`
              : plural(modifiedCount, {
                  one: '# webhook is sent again',
                  other: '# webhooks are sent again',
                }),
          ),
        onError: ({ message }) => toast.error(message),
      },
    );
  };
  return (
    <details className="mb-4 rounded-lg border border-line px-4">
      <summary className="cursor-pointer py-3 font-semibold text-brass">
        {t`Send all since a time again`}
      </summary>
      <form className="space-y-3 pb-4" onSubmit={send}>
        <TextField
          error={replay.error?.message}
          hint={t`In your own time zone. Your program gets each with the same id, so it can tell what it has processed.`}
          label={t`Since`}
          max={localTime(new Date())}
          onChange={({ target }) => {
            replay.reset();
            setSince(target.value);
          }}
          required
          type="datetime-local"
          value={since}
        />
        <Button busyLabel={t`Sending`} isBusy={replay.isPending} size="small" type="submit">
          {t`Send all again`}
        </Button>
      </form>
    </details>
  );
}

/** As the control for a time writes it, to the minute. */
function localTime(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
