import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-password.ts';
import { commonPasswords, commonWords } from './common-words.ts';

describe('a common password', () => {
  it('a common password is a well-known one, a word with additions, a repetition or a sequence of keys', () => {
    const common = [
      ...['password', 'Password1', 'p@ssw0rd', 'PASSW0RD!', 'passwordpassword', 'iloveyou2024'],
      ...['12345678', '87654321', '11111111', 'abababab', 'abcabcabc', 'qwertyuiop', '1q2w3e4r'],
      ...['zxcvbnm,.', 'qwertz12', 'asdfghjkl;', 'Liverpool1', '!dragon!', 'M1chael1985'],
      ...['00000000', 'sunshine!!', 'letmein123', 'guitar99', 'ninja-turtle', 'abcdefgh'],
    ];
    expect(common.filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  it('a rarely chosen word, or several words, are no common password', () => {
    const good = [
      ...['four-small-brass-bells', 'second-hand-song', 'correct horse battery', 'Tr0ub4dor&3x'],
      ...['mvw8-kq2p', 'violets in a jug', 'ölkännchen73', 'wretched-hill'],
    ];
    expect(good.filter((password) => isCommonPassword(password))).toEqual([]);
  });

  it('the name or the email of its owner is a common password', () => {
    const own = ['clara.winterbourne@reprise.test', 'Clara Winterbourne'];
    expect(isCommonPassword('Winterbourne1', own)).toBe(true);
    expect(isCommonPassword('clara.winterbourne@reprise.test', own)).toBe(true);
    expect(isCommonPassword('Winterbourne1')).toBe(false);
  });

  it('more than three thousand passwords are common', () => {
    const words = commonWords.trim().split(/\s+/);
    const endings = ['1', '123', '2024', '!', '01'];
    const variants = words.flatMap((word) => endings.map((ending) => word + ending));
    const all = [...new Set([...variants, ...commonPasswords.trim().split(/\s+/)])];
    expect(all.length).toBeGreaterThan(3_000);
    expect(all.filter((password) => !isCommonPassword(password))).toEqual([]);
  });
});
