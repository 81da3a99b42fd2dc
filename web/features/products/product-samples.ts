import type { ListedProduct, SingleProduct } from '#contract/products/products.ts';

/** A product as in lists, for tests. */
export function listedSample(difference: Partial<ListedProduct> = {}): ListedProduct {
  return {
    _id: '01900000-0000-7000-8000-000000000001',
    sellerId: '01900000-0000-7000-8000-0000000000a1',
    sellerName: 'Ada Marsh',
    sellerEmail: { email: 'ada@reprise.test' },
    name: 'Alto saxophone',
    price: 1250,
    originalPrice: 2100,
    category: 'Woodwind',
    condition: 'Good',
    location: 'Leeds',
    description: 'Serviced last spring.',
    year: 2014,
    image: '/pictures/1/1200.webp',
    time: '2026-10-14T23:30:00.000Z',
    heldUntil: null,
    status: 'available',
    ...difference,
  };
}

/** The same as on its own page. */
export function singleSample(difference: Partial<SingleProduct> = {}): SingleProduct {
  return {
    ...listedSample(),
    images: ['/pictures/1/1200.webp'],
    sellerEmail: 'ada@reprise.test',
    sellerSince: '2024-11-03T10:00:00.000Z',
    ...difference,
  };
}

/** A sample without its original price, or without its category. */
export function without<Sample extends object, Key extends keyof Sample>(
  sample: Sample,
  key: Key,
): Omit<Sample, Key> {
  const { [key]: _, ...rest } = sample;
  return rest;
}
