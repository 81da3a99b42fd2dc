import { randomBytes } from 'node:crypto';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';
import { changeProductStatus } from '../features/products/change-product.ts';
import { listProduct, type NewListing } from '../features/products/list-product.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { insertUser, type NewUser } from '../features/users/insert-user.ts';
import { addImage } from './builders.ts';

type ProductOptions = Partial<NewListing> & { status?: 'available' | 'advertise'; at?: Date };

/**
 * Builders that create users and products through the features' own functions, with all their effects (`builders.ts`
 * inserts bare rows). Everything has a default.
 */
export function featureBuilders(database: Database) {
  async function user(given: Partial<NewUser> = {}, at = new Date()): Promise<KnownUser> {
    const email = `${randomBytes(6).toString('hex')}@reprise.test`;
    const newUser: NewUser = {
      name: 'Ada Fife',
      email,
      role: 'buyer',
      emailProvenAt: at,
      ...given,
    };
    const id = await transaction(database, (tx) => insertUser(tx, newUser, at));
    return { id, name: newUser.name, email: newUser.email, role: newUser.role };
  }

  async function product(sellerId: string, options: ProductOptions = {}): Promise<string> {
    const { status, at = new Date(), ...given } = options;
    const listing: NewListing = {
      name: 'Student trumpet',
      price: 120.5,
      category: 'Brass',
      condition: 'Good',
      number: '555-0101',
      location: 'Leith',
      year: 2015,
      description: 'Plays well, two small dents in the bell.',
      imageId: given.imageId ?? (await addImage(database)),
      ...given,
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
