import { randomBytes } from 'node:crypto';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';
import { changeProductStatus } from '../features/products/change-product.ts';
import { listProduct, type NewListing } from '../features/products/list-product.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { insertUser, type NewUser } from '../features/users/insert-user.ts';
import { addImage } from './builders.ts';

type Wanted = Partial<NewListing> & { status?: 'available' | 'advertise'; at?: Date };

/**
 * People and products made through the rooms' own functions, so that everything happens that happens in the shop
 * (`builders.ts` writes bare rows). Defaults for all that a test does not care about.
 */
export function featureBuilders(database: Database) {
  async function user(wanted: Partial<NewUser> = {}, at = new Date()): Promise<KnownUser> {
    const email = `${randomBytes(6).toString('hex')}@reprise.test`;
    const person: NewUser = { name: 'Ada Fife', email, role: 'buyer', ...wanted };
    const id = await transaction(database, (tx) => insertUser(tx, person, at));
    return { id, name: person.name, email: person.email, role: person.role };
  }

  async function product(sellerId: string, wanted: Wanted = {}): Promise<string> {
    const { status, at = new Date(), ...parts } = wanted;
    const listing: NewListing = {
      ...{ name: 'Student trumpet', price: 120.5, category: 'Brass', condition: 'Good' },
      ...{ number: '555-0101', location: 'Leith', year: 2015 },
      description: 'Plays well, two small dents in the bell.',
      imageId: parts.imageId ?? (await addImage(database)),
      ...parts,
    };
    return transaction(database, async (tx) => {
      const id = await listProduct(tx, sellerId, listing, at);
      if (status === 'advertise') {
        await changeProductStatus(tx, { id: sellerId, role: 'seller' }, { id, status }, at);
      }
      return id;
    });
  }

  return { user, product };
}
