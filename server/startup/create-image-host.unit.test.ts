import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { newId } from '../core/ids.ts';
import { createImageHost } from './create-image-host.ts';

const id = newId(new Date());
const open = (environment: Record<string, string>) => createImageHost(readConfig(environment));
const bucket = {
  IMAGE_HOST: 's3',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const imgbb = { IMAGE_HOST: 'imgbb', IMGBB_KEY: 'a1b2' };

test('pictures are stored in the data folder by default, and pages show no others', async () => {
  const { imageHost, hosting, pictureOrigins } = await open({});
  expect([imageHost.name, hosting, pictureOrigins]).toEqual(['disk', undefined, []]);
});

test('a private bucket changes nothing for pages', async () => {
  const { imageHost, hosting, pictureOrigins } = await open(bucket);
  expect([imageHost.name, hosting, pictureOrigins]).toEqual(['s3', undefined, []]);
  expect(imageHost.baseUrl(id)).toBe(`/pictures/${id}`);
});

test('pictures are read from a public bucket, and only its origin is allowed', async () => {
  const S3_PUBLIC_URL = 'https://Pictures.example/shop/';
  const { imageHost, pictureOrigins } = await open({ ...bucket, S3_PUBLIC_URL });
  expect(imageHost.baseUrl(id)).toMatch(/^https:\/\/pictures\.example\/shop\/../i);
  expect(pictureOrigins).toEqual(['https://pictures.example']);
});

test('browsers upload to a hosting service themselves, with its key', async () => {
  const { imageHost, hosting, pictureOrigins } = await open(imgbb);
  expect(hosting?.uploadUrl).toBe('https://api.imgbb.com/1/upload?key=a1b2');
  expect([imageHost.name, pictureOrigins]).toEqual(['disk', ['https://i.ibb.co']]);
});

test('pictures of an earlier hosting service are still shown, but no new ones are accepted', async () => {
  const IMGBB_PICTURE_ORIGINS = 'https://i.ibb.co/, https://I.example:443';
  const { hosting, pictureOrigins } = await open({ IMGBB_PICTURE_ORIGINS });
  expect(hosting).toBeUndefined();
  expect(pictureOrigins).toEqual(['https://i.ibb.co', 'https://i.example']);
});

test.each([
  [{ IMAGE_HOST: 's3' }, 'S3_BUCKET must be set with IMAGE_HOST=s3'],
  [{ ...bucket, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY must be set'],
  [{ ...bucket, S3_BUCKET: '../other' }, 'S3_BUCKET must be the name of a bucket'],
  [{ IMAGE_HOST: 'imgbb' }, 'IMGBB_KEY must be set with IMAGE_HOST=imgbb'],
  [{ IMAGE_HOST: 'ftp' }, 'IMAGE_HOST must be disk, s3 or imgbb'],
  [{ ...imgbb, IMGBB_PICTURE_ORIGINS: 'https://i.ibb.co/a' }, 'IMGBB_PICTURE_ORIGINS'],
])('%o is refused', (environment: Record<string, string>, words) => {
  expect(() => readConfig(environment)).toThrow(words);
});

test('a production shop refuses plain HTTP for hosted pictures', () => {
  const real = { ...imgbb, NODE_ENV: 'production' };
  const wrong = { IMGBB_UPLOAD_URL: 'http://x.example', IMGBB_PICTURE_ORIGINS: 'http://x.example' };
  expect(() => readConfig({ ...real, ...wrong })).toThrow('IMGBB_UPLOAD_URL must begin with https');
  expect(() => readConfig({ ...real, ...wrong })).toThrow('IMGBB_PICTURE_ORIGINS must begin');
});
