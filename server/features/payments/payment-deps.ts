import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import type { CardProvider } from '../../providers/cards/port.ts';

/** What all that happens around money is made with. */
export interface PaymentDeps {
  database: Pick<Database, 'orm' | 'sql'>;
  cards: CardProvider;
  clock: Clock;
}
