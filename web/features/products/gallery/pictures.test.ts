import { describe, expect, test } from 'vitest';
import { singleSample } from '../product-samples.ts';
import { altOf, pictureByKey, picturesOf } from './pictures.ts';

const stored = (base: string) => ({
  base,
  widths: [480, 960],
  avif: false,
  width: 960,
  height: 720,
  placeholder: 'data:,',
});

describe("a product's pictures", () => {
  test('pictures are in the seller’s order, with the stored sizes', () => {
    const [first, second] = [stored('/pictures/1'), stored('/pictures/2')];
    const product = singleSample({
      picture: first,
      images: ['/pictures/1/1200.webp', '/pictures/2/1200.webp'],
      pictures: [first, second],
    });
    expect(picturesOf(product)).toEqual([
      { address: '/pictures/1/1200.webp', source: first },
      { address: '/pictures/2/1200.webp', source: second },
    ]);
  });

  test('pictures at an external host have only a URL', () => {
    const images = ['https://a.test/1.jpg', 'https://a.test/2.jpg'];
    expect(picturesOf(singleSample({ image: 'https://a.test/1.jpg', images }))).toEqual(
      images.map((address) => ({ address, source: undefined })),
    );
  });

  test('several pictures are numbered, and a single one is named', () => {
    expect(altOf('Lute', 0, 1)).toBe('Lute');
    expect(altOf('Lute', 1, 3)).toBe('Lute, picture 2 of 3');
  });
});

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, undefined],
  ['ArrowRight', 2, undefined],
  ['ArrowLeft', 2, 1],
  ['End', 0, 2],
  ['End', 2, undefined],
  ['Home', 1, 0],
  ['Enter', 1, undefined],
  ['toString', 1, undefined],
])('%s at picture %d of three leads to %s', (key, index, to) => {
  expect(pictureByKey(key, { index, count: 3, isRightToLeft: false })).toBe(to);
});

test.each([
  ['ArrowLeft', 0, 1],
  ['ArrowRight', 0, undefined],
  ['ArrowRight', 2, 1],
  ['End', 0, 2],
])(
  '%s at picture %d of three leads to %s where people read from right to left',
  (key, index, to) => {
    expect(pictureByKey(key, { index, count: 3, isRightToLeft: true })).toBe(to);
  },
);
