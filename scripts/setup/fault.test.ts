import { describe, expect, it } from 'vitest';
import { Fault, faultOfFiles } from './fault.mjs';
import { faultOfNpm } from './npm.mjs';

describe('what the machine says becomes a sentence', () => {
  it.each([
    ['ENOSPC', 'is full'],
    ['EDQUOT', 'is full'],
    ['EACCES', 'may not write in /shop'],
    ['EROFS', 'may not write in /shop'],
  ])('%s', (code, sentence) => {
    const fault = faultOfFiles(Object.assign(new Error('open'), { code }), '/shop');
    expect(fault).toBeInstanceOf(Fault);
    expect(String(fault)).toContain(sentence);
  });

  it('anything else stays what it was', () => {
    const error = new TypeError('x is not a function');
    expect(faultOfFiles(error, '/shop')).toBe(error);
  });
});

describe('what npm says becomes a sentence', () => {
  it.each([
    ['npm error code ENOSPC\nnpm error syscall write', 'The disk that holds /shop is full'],
    ["npm error Error: EACCES: permission denied, mkdir '/shop/node_modules'", 'may not write'],
    ['npm error code EAI_AGAIN\nnpm error network request failed', 'registry cannot be reached'],
    ['npm error code ENOTCACHED', 'registry cannot be reached'],
    ['npm error code EUSAGE\nnpm error `npm ci` can only install', 'do not agree'],
    ['npm did not run: spawn npm ENOENT', 'npm did not run'],
    ['npm error something that nobody thought of', 'something that nobody thought of'],
  ])('%s', (output, sentence) => {
    expect(faultOfNpm(output, '/shop').message).toContain(sentence);
  });
});
