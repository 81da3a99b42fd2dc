import PgBoss from 'pg-boss';
import { testServer } from './test-server.ts';

/**
 * Asks the server under test to run a scheduled job now, by putting it into the job queue. Returns at once; the server
 * looks for jobs every two seconds.
 */
export async function requestJob(name: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: testServer().databaseUrl,
    max: 1,
    migrate: false,
    schedule: false,
    supervise: false,
  });
  await boss.start();
  try {
    await boss.send(name, {});
  } finally {
    await boss.stop({ graceful: false, wait: true });
  }
}
