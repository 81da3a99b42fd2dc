import pg from 'pg';
import { testServer } from './test-server.ts';

/** Asks the server under test to run a scheduled job now. Returns at once; the server looks for due jobs every second. */
export async function requestJob(name: string): Promise<void> {
  const client = new pg.Client(testServer().databaseUrl);
  await client.connect();
  try {
    await client.query('update job_runs set due_at = now() where name = $1', [name]);
  } finally {
    await client.end();
  }
}
