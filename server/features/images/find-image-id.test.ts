import { afterAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../database/transaction.ts';
import { addImage } from '../../testing/builders.ts';
import { openImageFixture } from '../../testing/image-fixture.ts';
import { inPieces } from '../../testing/pictures.ts';
import { findImageId } from './find-image-id.ts';
import { createPictureOf } from './image-address.ts';
import { uploadImage } from './upload-image.ts';

const fixture = await openImageFixture();
const ownerId = newId(new Date());
const { database, imageHost, origin, deps } = fixture;
afterAll(fixture.close);

describe('describing an image for the API', () => {
  const known = {
    id: newId(new Date()),
    externalUrl: null,
    widths: [480, 600],
    width: 600,
    height: 400,
    placeholder: 'data:,',
    avif: true,
  };

  test('an image has the address of its largest size and a base for other sizes', () => {
    const shown = createPictureOf(deps)(known);
    const { externalUrl: _, id, ...rest } = known;
    expect(shown.url).toBe(`https://reprise.example/pictures/${id}/600.webp`);
    expect(shown.picture).toEqual({ base: `/pictures/${id}`, ...rest });
  });

  test('one at a hosting service has its address and no sizes', () => {
    const externalUrl = 'https://pictures.example/1.jpg';
    expect(createPictureOf(deps)({ ...known, externalUrl })).toEqual({ url: externalUrl });
  });
});

describe('finding an image by its address', () => {
  const find = (address: string) =>
    transaction(database, (tx) => findImageId(tx, deps, address, { ownerId }));

  test('the address of every size finds the image', async () => {
    const { id, url } = await fixture.picture();
    const ways = [url, `/pictures/${id}/480.avif`, `/pictures/${id}`, `${origin()}/pictures/${id}`];
    for (const address of ways) expect(await find(address)).toBe(id);
  });

  test('an address that our host did not issue is refused, naming the field', async () => {
    const { id } = await fixture.picture();
    const elsewhere = await addImage(database, { host: 's3' });
    for (const address of [
      `https://elsewhere.example/pictures/${id}/600.webp`,
      `https://reprise.example.evil.example/pictures/${id}/600.webp`,
      `https://reprise.example@evil.example/pictures/${id}/600.webp`,
      `//evil.example/pictures/${id}/600.webp`,
      `https://reprise.example/elsewhere/${id}/600.webp`,
      `https://reprise.example/pictures/${id}/600.svg`,
      `https://reprise.example/pictures/${id}/600.webp?to=evil`,
      `https://reprise.example/pictures/${id}/../${id}.html`,
      `https://reprise.example/pictures/${newId(new Date())}/600.webp`,
      `https://reprise.example/pictures/${elsewhere}/600.webp`,
      `javascript:alert('${id}')`,
      'https://',
      'cat.png',
    ]) {
      const refusal = { code: 'bad-input', errors: [{ field: 'image' }] };
      await expect(find(address), address).rejects.toMatchObject(refusal);
    }
  });
});

test('an upload whose row cannot be saved leaves no files', async () => {
  const remove = vi.fn(imageHost.remove);
  const broken = {
    transaction: () => Promise.reject(new Error('The database is not reachable')),
  };
  const uploading = uploadImage(
    // Only the part of the database that the function uses.
    {
      ...deps,
      database: broken as unknown as typeof database,
      imageHost: { ...imageHost, remove },
    },
    inPieces(fixture.file),
  );
  await expect(uploading).rejects.toThrow('The database is not reachable');
  expect(await fixture.hasFile(remove.mock.calls[0]?.[0] ?? '')).toBe(false);
});
