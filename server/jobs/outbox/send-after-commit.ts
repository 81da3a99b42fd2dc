import type { Logger } from 'pino';
import type { Database } from '../../database/connection.ts';
import type { CommitEvent } from '../../database/transaction.ts';
import { type PushDeps, sendPushes } from '../../features/push/send-pushes.ts';
import { sendWebhooks, type WebhookDeps } from '../../features/webhooks/send-webhooks.ts';
import { type SendingDeps, sendMails } from './send-mails.ts';

interface Deps {
  database: Database;
  log: Pick<Logger, 'info' | 'warn'>;
}

interface AfterCommits {
  stop(): Promise<void>;
}

/** After a failure the job of every minute takes over for this long. */
const pauseAfterFailureMs = 60_000;

/**
 * Sends mails as soon as the transaction that queued them is committed. The job `mails-sent` sends what this cannot: the
 * mails of a server that crashed, and those of an outage. The notifications beside them go to devices then.
 */
export function sendMailsAfterCommits(deps: Deps & SendingDeps & PushDeps): AfterCommits {
  // Those beside the mails that were sent go also when others were not.
  const send = () => sendMails(deps).finally(() => sendPushes(deps));
  return sendAfterCommits(deps, { event: 'mail-queued', send }, 'Mails');
}

/** The same for webhooks, and the job `webhooks-sent`. */
export function sendWebhooksAfterCommits(deps: Deps & WebhookDeps): AfterCommits {
  const sending = { event: 'webhook-recorded', send: () => sendWebhooks(deps) } as const;
  return sendAfterCommits(deps, sending, 'Webhooks');
}

function sendAfterCommits(
  { database, log }: Deps,
  { event, send }: { event: CommitEvent; send: () => Promise<unknown> },
  what: string,
): AfterCommits {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isWanted = false;
  let pausedUntilMs = 0;

  async function run(): Promise<void> {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      try {
        await send();
      } catch (error) {
        pausedUntilMs = performance.now() + pauseAfterFailureMs;
        log.warn({ err: error }, `${what} could not be sent at once; a job sends them later`);
      }
    }
    isRunning = false;
  }

  const stopListening = database.onCommit(event, () => {
    if (performance.now() < pausedUntilMs) return;
    isWanted = true;
    if (!isRunning) running = run();
  });
  return {
    async stop() {
      stopListening();
      await running;
    },
  };
}
