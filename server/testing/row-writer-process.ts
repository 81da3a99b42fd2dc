import { writeSync } from 'node:fs';
import { openDatabase } from '../database/connection.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { quietLog } from './quiet-log.ts';

/*
 * A program that tests start and kill: it starts the embedded database of a folder and inserts rows until it is killed.
 * It prints the number of each row after the database has acknowledged it.
 */
const WRITERS = 4;
const STDOUT = 1;

const [dataDir = ''] = process.argv.slice(2);
const { url } = await startEmbeddedDatabase({ dataDir, log: quietLog });
const { sql } = await openDatabase({ url, poolSize: WRITERS }, quietLog);
await sql`create table if not exists acknowledged (number integer primary key)`;

async function write(first: number): Promise<never> {
  for (let number = first; ; number += WRITERS) {
    await sql`insert into acknowledged (number) values (${number})`;
    writeSync(STDOUT, `${number}\n`);
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
