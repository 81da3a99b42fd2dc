import { expect, it } from 'vitest';
import { missingPackages } from './lock.mjs';

const need = { withDev: true, os: 'linux', cpu: 'x64', libc: 'glibc' };
const a = { version: '1.0.0', integrity: 'sha512-a' };
const none = { required: [], optional: [] };

/** A lock with the project itself and one package more. */
const lockOf = (wanted: object) => ({
  packages: { '': { version: '0.1.0' }, 'node_modules/a': wanted },
});

it('misses nothing where all is installed as locked', () => {
  expect(missingPackages(lockOf(a), lockOf(a), need)).toEqual(none);
});

it('does not mind what is installed besides', () => {
  const installed = { packages: { 'node_modules/a': a, 'node_modules/b': a } };
  expect(missingPackages(lockOf(a), installed, need)).toEqual(none);
});

it.each([
  ['nothing is installed', {}],
  ['an older version is', lockOf({ ...a, version: '0.9.0' })],
  ['the same version with another content is', lockOf({ ...a, integrity: 'sha512-b' })],
])('misses a package when %s', (_, installed) => {
  expect(missingPackages(lockOf(a), installed, need).required).toEqual(['node_modules/a']);
});

it('needs what is for building only when something is built', () => {
  const lock = lockOf({ ...a, dev: true });
  expect(missingPackages(lock, {}, need).required).toHaveLength(1);
  expect(missingPackages(lock, {}, { ...need, withDev: false })).toEqual(none);
});

it.each([
  ['another system', { os: ['darwin'] }],
  ['any system but this', { os: ['!linux'] }],
  ['another processor', { os: ['linux'], cpu: ['arm64'] }],
  ['another C library', { os: ['linux'], libc: ['musl'] }],
  ['nobody in particular', {}],
])('does not miss an optional package for %s', (_, machine) => {
  expect(missingPackages(lockOf({ ...a, optional: true, ...machine }), {}, need)).toEqual(none);
});

it('misses the optional package for this machine, as after a copy from another', () => {
  const lock = lockOf({ ...a, optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] });
  expect(missingPackages(lock, {}, need).optional).toEqual(['node_modules/a']);
});
