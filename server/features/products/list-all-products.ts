import type { ListedProduct } from '#contract/products/products.ts';
import { wordsOfProduct } from '../../database/schema/sales.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { queryOfWords } from '../../database/word-search.ts';
import { selectIdsByWords } from '../users/list-users.ts';
import type { Viewer } from './personal-fields.ts';
import {
  ownFrom,
  type ProductReader,
  type ProductRow,
  productColumns,
  productJoins,
} from './product-row.ts';

interface Filter {
  /** Beginnings of words of the product's name, or of its seller's name or email, in any order. */
  search?: string | undefined;
  /** How many to read at most. */
  count: number;
  /** Only products with a smaller id, that is, listed earlier. */
  before: string;
}

/** The products of all sellers that are on sale or sold, newest first, each with whether a hold reserves it. For admins. */
export async function listAllProducts(
  { sql, pictureOf }: ProductReader,
  viewer: Viewer,
  { search = '', count, before }: Filter,
): Promise<ListedProduct[]> {
  const rows = await sql<ProductRow[]>`
    select ${productColumns(sql, viewer)} from products p ${productJoins(sql)}
    where p.withdrawn_at is null and p.id < ${before} ${matches(sql, search)}
    order by p.id desc limit ${count}`;
  return rows.map((row) => ownFrom(row, pictureOf));
}

/** Uses the full-text indexes `products_by_words` and `users_by_words`. */
function matches(sql: Sql, search: string): Fragment {
  const query = queryOfWords(sql, search);
  if (query === null) return sql``;
  return sql`and p.id in (
    select id from products
    where ${rawSql(wordsOfProduct)} @@ ${query} and withdrawn_at is null
    union all
    select id from products
    where seller_id in (${selectIdsByWords(sql, query)}) and withdrawn_at is null)`;
}
