import crypto from 'node:crypto';

const { createCipheriv, createDecipheriv } = crypto;

/**
 * Gives DES back to this process, which OpenSSL 3 has retired: s3rver veils with it where a list goes on. Triple DES with
 * three times the same key is DES.
 */
export function bringBackDes(): void {
  const tripled = (key: Buffer) => Buffer.concat([key, key, key]);
  crypto.createCipheriv = standingIn(createCipheriv, (key, iv) =>
    createCipheriv('des-ede3-cbc', tripled(key), iv),
  );
  crypto.createDecipheriv = standingIn(createDecipheriv, (key, iv) =>
    createDecipheriv('des-ede3-cbc', tripled(key), iv),
  );
}

type Make = (...deps: never[]) => unknown;

/** The types of these functions list every cipher; what is passed on is what came. */
function standingIn<Original extends Make>(
  original: Original,
  des: (key: Buffer, iv: Buffer) => unknown,
): Original {
  const make = (name: string, key: Buffer, iv: Buffer) =>
    name === 'des'
      ? des(key, iv)
      : (original as unknown as (...deps: unknown[]) => unknown)(name, key, iv);
  return make as unknown as Original;
}
