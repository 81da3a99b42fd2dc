import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../server/database/connection.ts';
import { featureBuilders } from '../../server/testing/feature-builders.ts';
import { quietLog } from '../../server/testing/quiet-log.ts';
import { runningShop } from './open-shop.ts';

/** Makes people and products in the shop of this run, for stories that change them. */
export async function inTheShop<Result>(
  make: (shop: ReturnType<typeof featureBuilders>) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url: runningShop().databaseUrl, poolSize: 1 }, quietLog);
  try {
    return await make(featureBuilders(database));
  } finally {
    await database.close();
  }
}

/** A name that nobody else in the shop has. */
export function newName(first: string): string {
  return `${first} ${randomBytes(4).toString('hex')}`;
}
