import type { Logger } from 'pino';
import type { Database } from '../../database/connection.ts';
import { type SendingDeps, sendMails } from './send-mails.ts';

interface Deps extends SendingDeps {
  database: Database;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** After a failure the job of every minute takes over for this long. */
const pauseAfterFailureMs = 60_000;

/**
 * Sends mails as soon as the transaction that queued them is committed. The job `mails-sent` sends what this cannot: the
 * mails of a server that crashed, and those of an outage.
 */
export function sendMailsAfterCommits(deps: Deps): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isWanted = false;
  let pausedUntilMs = 0;

  async function send(): Promise<void> {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      try {
        await sendMails(deps);
      } catch (error) {
        pausedUntilMs = performance.now() + pauseAfterFailureMs;
        deps.log.warn({ err: error }, 'Mails could not be sent at once; a job sends them later');
      }
    }
    isRunning = false;
  }

  const stopListening = deps.database.onCommit('mail-queued', () => {
    if (performance.now() < pausedUntilMs) return;
    isWanted = true;
    if (!isRunning) running = send();
  });
  return {
    async stop() {
      stopListening();
      await running;
    },
  };
}
