import { callApi, type Sale } from './sales.ts';

/** The buyer of a sale offers this much. @returns the offer's id */
export async function offerByApi(
  { productId, buyer }: Pick<Sale, 'productId' | 'buyer'>,
  amount: number,
): Promise<string> {
  const body = { productId, amount, phone: '555 0199', location: 'The old pier' };
  const { insertedId } = await callApi(buyer.email, '/offers', body);
  return String(insertedId);
}
